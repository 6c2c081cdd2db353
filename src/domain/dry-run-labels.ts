import type { DryRunGroupKind, DryRunNote } from '../contract/console/dispatch.ts';
import { commandLabel, commandLabelWithValue } from './command-rules.ts';
import { VERDICT_LABELS, VERDICTS } from './command-status.ts';
import { formatCount, formatExact } from './format.ts';

function statusLabel(text: string | null): string {
  const status = VERDICTS.find((known) => known === text);
  return status === undefined ? (text ?? 'not known') : VERDICT_LABELS[status].toLowerCase();
}

/**
 * Why an Entity is in a group, as a sentence without its full stop.
 * @param zone IANA name of the operator's zone
 */
export function noteLabel(group: DryRunGroupKind, note: DryRunNote, zone: string): string {
  const { types, value, count } = note;
  const command = commandLabelWithValue({ type: types[0] ?? null, value });
  const status = statusLabel(note.verdict);
  const at = note.at === null ? '' : `, ${formatExact(note.at, zone)}`;
  const seen = note.at === null ? '' : `, seen on ${formatExact(note.at, zone)}`;
  switch (group) {
    case 'pending':
      return count === 1
        ? `${command} is ${status}${at}`
        : `${formatCount(count, 'open Command', 'open Commands')}, the soonest${at}`;
    case 'just-finished':
      return count === 1
        ? `${command} ended as ${status}${seen}`
        : `${formatCount(count, 'Command', 'Commands')} ended, the last${seen}`;
    case 'opposite':
      return `${command} was the last Command, ${status}${at}`;
    case 'failing':
      return `The last ${formatCount(count, 'Command', 'Commands')} to ${command.toLowerCase()} failed`;
    case 'offboarding':
      return 'An offboarding request is Pending';
    case 'wrong-type':
      return `Does not take ${types.map(commandLabel).join(', ')}`;
    case 'unknown-type':
      return 'Its type is not known';
  }
}
