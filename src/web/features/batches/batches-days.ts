import type { BatchFilter } from '../../../contract/console/batch.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Sent } from './batches-queries.ts';
import type { BatchesSearch } from './batches-search.ts';

/** The filter as sent to the server.
 * @param zone IANA zone that the days are meant in
 */
export function filterOf(search: BatchesSearch, zone: string): BatchFilter {
  const { collective, type, operator, outcome, from, to } = search;
  const start = (date: string) => isoInstant(startOfDateMs(zone, date));
  return {
    ...(collective !== undefined && { collectiveId: collective }),
    ...(type !== undefined && { type }),
    ...(operator !== undefined && { operatorId: operator }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { to: start(addDays(to, 1)) }),
  };
}

/** What was sent on one calendar day. */
interface Day {
  /** YYYY-MM-DD. */
  date: string;
  sent: Sent[];
}

/** What was sent by its day, in the given order. */
export function byDay(all: readonly Sent[], zone: string): Day[] {
  const days = new Map<string, Sent[]>();
  for (const sent of all) {
    const date = dateIn(zone, Date.parse(sent.at));
    const list = days.get(date);
    if (list === undefined) days.set(date, [sent]);
    else list.push(sent);
  }
  return [...days].map(([date, sent]) => ({ date, sent }));
}

/** The heading of a day: "Today", "Yesterday", or "Friday, 20 November 2026". */
export function dayName(date: string, zone: string, nowMs: number): string {
  const today = dateIn(zone, nowMs);
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
}
