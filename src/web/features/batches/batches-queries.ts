import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  BatchFilter,
  BatchList,
  BatchRow,
  BatchRowFilter,
  BatchSummary,
} from '../../../contract/console/batch.ts';
import type { OthersCommands } from '../../../contract/console/others-commands.ts';
import { BATCH_ROUTES, MOST_BATCH_ROWS } from '../../../contract/console/batch-routes.ts';
import { call } from '../../api/client.ts';
import { pages, query, readAll } from '../../api/query.ts';

/** Rows read at once. */
const PAGE_SIZE = 50;

/** What was sent and matches, newest first, page after page. */
export function batchPages(filter: BatchFilter) {
  return pages(BATCH_ROUTES.batches, { query: { ...filter, limit: PAGE_SIZE } }, (read) => {
    const cursor = read.at(-1)?.next ?? null;
    return cursor === null ? null : { cursor };
  });
}

/** A row of what was sent: a batch, or what other systems sent in an hour. */
export type Sent = { id: string; at: string } & (
  | { batch: BatchSummary; others: null }
  | { batch: null; others: OthersCommands }
);

export const sentBatch = (batch: BatchSummary): Sent => ({
  id: batch.id,
  at: batch.createdAt,
  batch,
  others: null,
});

const sentByOthers = (others: OthersCommands): Sent => ({
  // Its hour, in which more may be read.
  id: `${others.type} ${others.from.slice(0, 'YYYY-MM-DDTHH'.length)}`,
  at: others.to,
  batch: null,
  others,
});

/** What the pages hold, newest first, each once even if it moved to another page between reads. */
export function mergePages(read: readonly Pick<BatchList, 'batches' | 'others'>[]): Sent[] {
  const sent = read.flatMap(({ batches, others }) => [
    ...batches.map(sentBatch),
    ...others.map(sentByOthers),
  ]);
  const once = [...new Map(sent.map((each) => [each.id, each])).values()];
  return once.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Rows of one page of a batch. */
export const ROWS_PER_PAGE = 200;

/** A page of the rows of a batch. @param page from 0 */
export const rowsOf = (id: string, filter: BatchRowFilter, page: number) =>
  queryOptions({
    ...query(BATCH_ROUTES.batchRows, {
      params: { id },
      query: { ...filter, offset: page * ROWS_PER_PAGE, limit: ROWS_PER_PAGE },
    }),
    // The first page also gives the total: a changed filter does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });

/** All rows of a batch that match, for a file or for paper. */
export const allRows = (id: string, filter: BatchRowFilter) =>
  readAll<BatchRow>((offset) =>
    call(BATCH_ROUTES.batchRows, {
      params: { id },
      query: { ...filter, offset, limit: MOST_BATCH_ROWS },
    }),
  );
