import type { AnchorProblem, AuditBreak } from '../contract/console/audit.ts';
import { formatCount, formatExact } from './format.ts';

function missingMessage(first: number, last: number): string {
  return first === last ? `Row ${first} is missing` : `Rows ${first} to ${last} are missing`;
}

/**
 * A break of the audit chain as a sentence.
 * @param zone IANA name of the reader's zone
 */
export function breakMessage(found: AuditBreak, zone: string): string {
  const row = `Row ${found.sequence}`;
  switch (found.code) {
    case 'missing':
      return `${missingMessage(found.sequence, found.last)}${found.atEnd ? ' at the end' : ''}.`;
    case 'changed':
      return `${row} is not as it was written.`;
    case 'cut':
      return `${row} is not as it was written. An earlier version cut its body inside a character; nothing else differs.`;
    case 'unlinked':
      return `${row} does not follow the one before it.`;
    case 'not-anchored':
      return `${row} is not the one that was anchored on ${formatExact(found.anchoredAt, zone)}.`;
    case 'changed-since':
      return `${row} re-anchored the chain, but rows before it have changed since.`;
  }
}

/** A problem of the anchor file as a sentence. */
export function anchorMessage({ code, line }: AnchorProblem): string {
  const what =
    code === 'changed' ? 'is not as it was written' : 'does not follow the one before it';
  return `Line ${line} of audit-anchors.jsonl ${what}.`;
}

/**
 * What a check of the audit chain found, as sentences.
 * @param found its first breaks and the number of all, and the rows that re-anchored the chain
 * @param zone IANA name of the reader's zone
 */
export function chainMessage(
  found: {
    rows: number;
    breaks: readonly AuditBreak[];
    breaksTotal: number;
    acceptances: readonly { sequence: number }[];
  },
  zone: string,
): string {
  const { rows, breaks, breaksTotal, acceptances } = found;
  const [first] = breaks;
  if (first !== undefined) {
    const message = breakMessage(first, zone);
    if (breaksTotal === 1) return message;
    const are = breaksTotal === 2 ? 'is' : 'are';
    return `${message} There ${are} ${formatCount(breaksTotal - 1, 'more break', 'more breaks')}.`;
  }
  const accepted = acceptances.at(-1);
  if (accepted !== undefined) {
    return `There are ${rows} rows. The breaks before row ${accepted.sequence} are known and accepted; nothing has changed since.`;
  }
  return rows === 0
    ? 'The log is empty.'
    : `All ${rows} rows are as they were written, and none is missing.`;
}
