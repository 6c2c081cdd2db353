import type { DryRunGroupKind, DryRunNote } from '../contract/console/dry-run.ts';
import { commandLabel, commandLabelWithValue } from './command-rules.ts';
import { VERDICT_LABELS, VERDICTS } from './command-status.ts';
import { unreachableMessage } from './directory-labels.ts';
import { formatCount, formatExact, formatRecent } from './format.ts';

function statusLabel(text: string | null): string {
  const status = VERDICTS.find((known) => known === text);
  return status === undefined ? (text ?? 'not known') : VERDICT_LABELS[status].toLowerCase();
}

/** "failed 3 of the last 4, last Tue 14:02: Not plugged in". @param at when the last one was */
function failedLabel({ count, of, reason, verdict, others }: DryRunNote, at: string): string {
  const many = of === 1 ? 'failed the one time known' : `failed ${count} of the last ${of}`;
  // A failed verification without a reason gets its own label.
  const why = reason ?? (verdict === 'disproven' ? statusLabel(verdict) : null);
  const last = of === 1 ? at : `last ${at}`;
  return `${many}, ${last}${why === null ? '' : `: ${why}`}${others ? ', sent by another system' : ''}`;
}

/**
 * Why an Entity is in a group, as a sentence without its full stop.
 * @param zone IANA name of the operator's zone
 * @param nowMs milliseconds since the epoch
 */
export function noteLabel(
  group: DryRunGroupKind,
  note: DryRunNote,
  zone: string,
  nowMs: number,
): string {
  const { types, value, count } = note;
  const command = commandLabelWithValue({ type: types[0] ?? null, value });
  const status = statusLabel(note.verdict);
  const recent = formatRecent(note.at, zone, nowMs);
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
    case 'likely':
      return `${command} ${failedLabel(note, recent)}`;
    case 'refused':
      return unreachableMessage(note.refused ?? 0);
    case 'offline':
    case 'unplugged':
      return `Said “${note.reason ?? status}” to ${command}, ${recent}`;
    case 'silent':
      return `Last session ended ${recent}`;
    case 'features-off':
      return `Off: ${note.features.join(', ')}`;
    case 'capture-off':
      return 'Its charge sessions are not captured';
    case 'nothing-known':
      return 'No outcome of this Command is known';
    case 'offboarding':
      return 'An offboarding request is Pending';
    case 'wrong-type':
      return `Does not take ${types.map(commandLabel).join(', ')}`;
    case 'unknown-type':
      return 'Its type is not known';
  }
}
