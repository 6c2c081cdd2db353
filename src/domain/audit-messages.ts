import type { AuditBreak, AuditCheck } from '../contract/console/audit.ts';
import { formatCount } from './format.ts';

/** A break of the audit chain as a sentence. */
export function breakMessage(found: AuditBreak): string {
  const row = `Row ${found.sequence}`;
  switch (found.code) {
    case 'missing': {
      const { sequence, last, atEnd } = found;
      const rows = sequence === last ? `${row} is` : `Rows ${sequence} to ${last} are`;
      return `${rows} missing${atEnd ? ' at the end' : ''}.`;
    }
    case 'changed':
      return `${row} is not as it was written.`;
    case 'unlinked':
      return `${row} does not follow the one before it.`;
  }
}

/** What a check of the audit chain found, as sentences. */
export function chainMessage({
  rows,
  breaks: [first],
  breaksTotal,
}: Pick<AuditCheck, 'rows' | 'breaks' | 'breaksTotal'>): string {
  if (first !== undefined) {
    const message = breakMessage(first);
    if (breaksTotal === 1) return message;
    const are = breaksTotal === 2 ? 'is' : 'are';
    return `${message} There ${are} ${formatCount(breaksTotal - 1, 'more break', 'more breaks')}.`;
  }
  return rows === 0
    ? 'The log is empty.'
    : `All ${rows} rows are as they were written, and none is missing.`;
}
