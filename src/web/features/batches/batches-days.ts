import type { BatchFilter, BatchSummary } from '../../../contract/console/batch.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
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

/** Whether a batch matches the filters; running batches are cached for all pages. */
export function matches(batch: BatchSummary, filter: BatchFilter): boolean {
  const { collectiveId, type, operatorId, outcome, from, to } = filter;
  const sent = Date.parse(batch.createdAt);
  return (
    (collectiveId === undefined || batch.collectiveId === collectiveId) &&
    (type === undefined || batch.items.some((item) => item.type === type)) &&
    (operatorId === undefined || batch.operator.id === operatorId) &&
    (outcome === undefined || outcome === 'running' || batch.outcome === outcome) &&
    (from === undefined || sent >= Date.parse(from)) &&
    (to === undefined || sent < Date.parse(to))
  );
}

/** The batches of one calendar day. */
export interface Day {
  /** YYYY-MM-DD. */
  date: string;
  batches: BatchSummary[];
}

/** Batches by the day on which they were recorded, in the given order. */
export function byDay(batches: readonly BatchSummary[], zone: string): Day[] {
  const days = new Map<string, BatchSummary[]>();
  for (const batch of batches) {
    const date = dateIn(zone, Date.parse(batch.createdAt));
    const list = days.get(date);
    if (list === undefined) days.set(date, [batch]);
    else list.push(batch);
  }
  return [...days].map(([date, list]) => ({ date, batches: list }));
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
