import type {
  JobChange,
  JobDoubt,
  JobItem,
  JobNote,
  JobSeen,
} from '../../../contract/console/job.ts';
import type { FailureReason } from '../../../contract/console/problem.ts';
import { valueLabel } from './job-labels.ts';
import { sentence } from '../../../lib/sentence.ts';

/** Quotes a message of the Service, so that it is not taken for the console's. */
function reasonMessage({ source, message }: FailureReason): string {
  return source === 'service' ? `“${message}”` : message;
}

/** What a job reads. */
const READ_OF: Readonly<Record<JobChange['kind'], string>> = {
  feature: 'its value',
  capacity: 'its value',
  offboarding: 'the Offboarding Requests',
  cancel: 'its status',
};

/** Creates the texts of the notes of one job. */
function messagesOf(change: JobChange, unit: string) {
  const listMessage = (listed: readonly string[]) => {
    const feature = change.kind === 'feature' ? `feature ${change.feature}` : 'such feature';
    return `the Service lists no ${feature} for this Entity; it lists ${listed.join(', ') || 'none'}`;
  };
  const seenMessage = (seen: JobSeen, when = ''): string => {
    switch (seen.code) {
      case 'value':
        return valueLabel(seen.value, unit);
      case 'no-feature':
        return listMessage(seen.listed);
      case 'request':
        return `its request is ${seen.status ?? 'without a status'}`;
      case 'no-request':
        return 'no open request';
      case 'command':
        return seen.status;
      case 'unread':
        return `${READ_OF[change.kind]} could not be read${when}: ${reasonMessage(seen.reason)}`;
    }
  };
  const doubtMessage = (doubt: JobDoubt): string => {
    switch (doubt.code) {
      case 'lost':
      case 'refused':
        return sentence(reasonMessage(doubt.reason));
      case 'stopped':
        return 'The console stopped before the answer was stored.';
      case 'answered':
        return `The Service took the change and answered: ${seenMessage(doubt.found)}.`;
    }
  };
  return (note: JobNote): string => {
    switch (note.code) {
      case 'refused': {
        const reason = reasonMessage(note.reason);
        return note.reading ? `${reason} (when it was read; nothing was sent)` : reason;
      }
      case 'not-sent':
        if (note.seen.code === 'command') return `It was already ${note.seen.status}.`;
        return `${sentence(seenMessage(note.seen))} Nothing was sent.`;
      case 'checked': {
        const seen = seenMessage(note.seen, ' afterwards');
        const read = note.seen.code === 'unread' ? seen : `read afterwards: ${seen}`;
        return `${doubtMessage(note.doubt)} ${sentence(read)}`;
      }
    }
  };
}

/** Why an item ended as it did, or null if its state says it all. @param unit of capacities */
export function itemMessage({ note }: JobItem, change: JobChange, unit: string): string | null {
  return note === null ? null : messagesOf(change, unit)(note);
}
