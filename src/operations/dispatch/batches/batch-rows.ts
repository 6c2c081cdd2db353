import type { Kysely } from 'kysely';
import { MOST_BATCH_ROWS } from '../../../contract/console/batch-routes.ts';
import type { BatchRowFilter, BatchRows } from '../../../contract/console/batch.ts';
import { urgencyOf } from '../../../domain/batch-tally.ts';
import { errorMessage } from '../../../domain/command-reason.ts';
import { VERDICT_LABELS, VERDICTS } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { numberKey, sortKey } from '../../../store/sort-columns.ts';
import { entriesOf, type Entry } from './batch-entries.ts';
import { findBatch } from './batches.ts';

type Query = BatchRowFilter & { offset?: number | undefined; limit?: number | undefined };

/** The error of a row, else that of its verification. */
const errorOf = (entry: Entry) => errorMessage(entry.row());

function filterOf(query: BatchRowFilter): (entry: Entry) => boolean {
  const terms = searchTerms(query.q);
  const { also } = query;
  const ofMembers = query.verdict !== undefined || query.cause !== undefined;
  return (entry) => {
    const { command, isMember, item, verdict, cause } = entry;
    if (query.item !== undefined && item !== null && item !== query.item) return false;
    if (query.verdict !== undefined && verdict !== query.verdict) return false;
    if (query.cause !== undefined && (cause?.title ?? VERDICT_LABELS[verdict]) !== query.cause) {
      return false;
    }
    if (also === undefined ? ofMembers && !isMember : isMember) return false;
    if (query.late !== undefined && !entry.late) return false;
    if (terms.length === 0) return true;
    const text = [entry.name, entry.entityType, command?.status, errorOf(entry)].join(' ');
    return terms.every((term) =>
      [entry.entityId, command?.id ?? null].some((id) => hasTerms(text, [term], id)),
    );
  };
}

const nameKey = ({ name, entityId }: Entry) => sortKey(name ?? entityId);

const KEYS: Readonly<Record<NonNullable<BatchRowFilter['sort']>, (entry: Entry) => string>> = {
  entity: nameKey,
  type: ({ entityType }) => sortKey(entityType),
  command: ({ command }) => sortKey(command?.type ?? null),
  status: ({ command, verdict }) =>
    sortKey(`${VERDICTS.indexOf(verdict)} ${command?.status ?? ''}`),
  trigger: ({ command }) => numberKey(command?.trigger_at ?? null),
  error: (entry) => sortKey(errorOf(entry)),
  change: ({ command }) => numberKey(command?.changed_at ?? null),
};

/** In the order asked for, stable; missing values come last in either direction. */
function sorted(entries: readonly Entry[], { sort, order, orderedAt }: BatchRowFilter): Entry[] {
  const until = instantMs(orderedAt ?? null) ?? Infinity;
  const keyOf =
    sort === undefined
      ? (entry: Entry) => {
          const { isMember, verdict, command } = entry;
          const isLater = (command?.changed_at ?? 0) > until;
          const urgency = urgencyOf(isLater ? 'pending' : verdict);
          return `0${isMember ? 0 : 1}${urgency}${nameKey(entry)}`;
        }
      : KEYS[sort];
  const sign = order === 'desc' ? -1 : 1;
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .toSorted((a, b) => {
      if (a.key === b.key) return 0;
      const missing = Number(a.key === sortKey(null)) - Number(b.key === sortKey(null));
      return missing === 0 ? sign * (a.key < b.key ? -1 : 1) : missing;
    })
    .map(({ entry }) => entry);
}

/**
 * A page of the rows of a batch: a row for each Command, and for each known member without one.
 * @param id the dispatch id
 * @param query filters, order, and the page; without a limit as many rows as one answer may have
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readRows(
  db: Kysely<Store>,
  id: string,
  query: Query,
  now: number,
): Promise<BatchRows> {
  const { offset = 0, limit = MOST_BATCH_ROWS } = query;
  const entries = await entriesOf(db, await findBatch(db, id));
  const found = sorted(entries.filter(filterOf(query)), query);
  return {
    rows: found.slice(offset, offset + limit).map(({ row }) => row()),
    total: found.length,
    asOf: isoInstant(now),
  };
}
