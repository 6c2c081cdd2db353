import type { KnownOf } from '../../contract/console/counts.ts';
import { formatNumber } from '../../domain/format.ts';

/** "from 148 of 151 Entities", or null if all were read. */
export function knownOfText({ known, of }: KnownOf): string | null {
  return known === of ? null : `from ${formatNumber(known)} of ${formatNumber(of)} Entities`;
}

/** Whether there is something to read, and none of it was. */
export const isUnread = ({ known, of }: KnownOf): boolean => known === 0 && of > 0;

/** Text for no known plans, limited to what was read. @param readOf null: being counted */
export function noPlansText(readOf: KnownOf | null): string {
  if (readOf === null) return 'plans of other systems are being counted';
  if (isUnread(readOf)) return 'plans of other systems were not read yet';
  return ['nothing is planned', knownOfText(readOf)].filter((text) => text !== null).join(', ');
}
