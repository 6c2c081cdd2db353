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
  since,
}: Pick<AuditCheck, 'rows' | 'breaks' | 'breaksTotal' | 'since'>): string {
  if (first !== undefined) {
    const message = breakMessage(first);
    if (breaksTotal === 1) return message;
    const are = breaksTotal === 2 ? 'is' : 'are';
    return `${message} There ${are} ${formatCount(breaksTotal - 1, 'more break', 'more breaks')}.`;
  }
  if (rows === 0) return 'The log is empty.';
  const kept = since > 1 ? ` since row ${since}, the oldest that is kept,` : '';
  return `All ${rows} rows${kept} are as they were written, and none is missing.`;
}
