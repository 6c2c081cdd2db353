import type { DryRunGroupKind, DryRunNote } from '../contract/console/dry-run.ts';
import { commandLabel, commandLabelWithValue } from './command-rules.ts';
import { VERDICT_LABELS, VERDICTS } from './command-status.ts';
import { unreachableMessage } from './directory-labels.ts';
import { formatCount, formatExact, formatRelative } from './format.ts';

function statusLabel(text: string | null): string {
  const status = VERDICTS.find((known) => known === text);
  return status === undefined ? (text ?? 'not known') : VERDICT_LABELS[status].toLowerCase();
}

/** "Not plugged in, 2 h ago, another system"; without words from the device "Stop charging failed". */
function likelyLabel(note: DryRunNote, command: string, status: string, nowMs: number): string {
  if (note.refused !== null) return unreachableMessage(note.refused);
  const why = note.reason ?? `${command} ${status}`;
  const by = note.others ? ', sent by another system' : '';
  return `${why}, ${formatRelative(note.at, nowMs)}${by}`;
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
    case 'likely':
      return likelyLabel(note, command, status, nowMs);
    case 'offboarding':
      return 'An offboarding request is Pending';
    case 'wrong-type':
      return `Does not take ${types.map(commandLabel).join(', ')}`;
    case 'unknown-type':
      return 'Its type is not known';
  }
}
