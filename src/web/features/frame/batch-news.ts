import type { QueryClient } from '@tanstack/react-query';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchQuery, isMoving, runningQuery } from '../../api/batches.ts';

/** How long a late find is still news to a page that was opened after it, in ms. */
const LATE_FIND_NEWS_MS = 10 * 60_000;

/** Batches worth a notice, of those that changed. */
export interface BatchNews {
  /** Were seen moving and can no longer change. */
  ended: readonly BatchSummary[];
  /** A check found Commands that an earlier one had missed. */
  lateFinds: readonly BatchSummary[];
}

/**
 * Tells news from changes; each is told once.
 * @returns a function from the batches that changed, with the time of the answer, to news
 */
export function batchNews(client: QueryClient) {
  const told = new Set<string>();
  const tellOnce = (key: string): boolean => !told.has(key) && told.add(key).has(key);
  const seenMoving = ({ id }: BatchSummary): boolean => {
    const running = client.getQueryData(runningQuery.queryKey)?.batches;
    const opened = client.getQueryData(batchQuery(id).queryKey);
    const known = running?.find((batch) => batch.id === id) ?? opened?.batch;
    return known !== undefined && isMoving(known);
  };
  return (batches: readonly BatchSummary[], asOf: string): BatchNews => {
    for (const batch of batches) if (isMoving(batch)) told.delete(`ended ${batch.id}`);
    return {
      ended: batches.filter(
        (batch) => !isMoving(batch) && seenMoving(batch) && tellOnce(`ended ${batch.id}`),
      ),
      lateFinds: batches.filter(({ id, lateFindAt }) => {
        if (lateFindAt === null || !tellOnce(`${id} ${lateFindAt}`)) return false;
        return Date.parse(asOf) - Date.parse(lateFindAt) < LATE_FIND_NEWS_MS;
      }),
    };
  };
}
