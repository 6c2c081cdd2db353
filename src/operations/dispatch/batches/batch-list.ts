import { sql, type Kysely, type SqlBool } from 'kysely';
import type { BatchFilter, BatchList } from '../../../contract/console/batch.ts';
import { ANOTHER_SYSTEM, THIS_CONSOLE } from '../../../contract/console/others-commands.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { invalid } from '../../../http/problems.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { hasType } from '../send/intent.ts';
import { summariesOf } from './batch-summary.ts';
import { HOUR_MS, othersLines, shownLines, type OthersLine } from './others-commands.ts';
import { isOpenIntent } from '../resolve/read-resolution.ts';

const DEFAULT_LIMIT = 50;

/** Parameters of a list of batches. */
export type BatchListQuery = BatchFilter & {
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** Where a page ends: after a batch, or after some of the lines that an hour has of other systems. */
type Place = { atMs: number } & ({ id: string } | { lines: number });

function placeOf(cursor: string): Place {
  const [at = '', last = ''] = cursor.split('.');
  const isBatch = Uuid.safeParse(last).success;
  if (!/^\d{1,15}$/.test(at) || !(isBatch || /^\d{1,6}$/.test(last))) {
    throw invalid('cursor', 'cursor: is not from this console.');
  }
  return { atMs: Number(at), ...(isBatch ? { id: last } : { lines: Number(last) }) };
}

/** Active batches: being sent, tracked or checked. */
const isRunning = sql<SqlBool>`(intents.outcome = 'sending'
  or exists (select 1 from sent_commands c where c.dispatch_id = intents.id and c.settled = 0)
  or exists (select 1 from resolutions r where r.dispatch_id = intents.id and r.state = 'running'))`;

function filtered(db: Kysely<Store>, filter: BatchListQuery, place: Place | null) {
  const { collectiveId, type, operatorId, outcome, from, to } = filter;
  let query = db.selectFrom('intents');
  if (collectiveId !== undefined) query = query.where('collective_id', '=', collectiveId);
  if (operatorId !== undefined && operatorId !== THIS_CONSOLE) {
    query = query.where('operator_id', '=', operatorId);
  }
  if (from !== undefined) query = query.where('created_at', '>=', instantMs(from) ?? 0);
  if (to !== undefined) query = query.where('created_at', '<', instantMs(to) ?? 0);
  if (outcome === 'running') query = query.where(isRunning);
  else if (outcome === 'unknown') query = query.where(isOpenIntent);
  else if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (type !== undefined) query = query.where(hasType(type));
  if (place !== null) {
    const { atMs } = place;
    const isTie = 'id' in place ? sql`or created_at = ${atMs} and id > ${place.id}` : sql``;
    query = query.where(sql<SqlBool>`(created_at < ${atMs} ${isTie})`);
  }
  return query;
}

/** The batches of a page, and one more if there is one. */
async function readPage(
  db: Kysely<Store>,
  filter: BatchListQuery,
  place: Place | null,
  limit: number,
) {
  if (filter.operatorId === ANOTHER_SYSTEM) return [];
  return filtered(db, filter, place)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .selectAll('intents')
    .execute();
}

/** Which Commands of other systems match: those that are due. None has an outcome or an operator. */
function scopeOf(filter: BatchListQuery, now: number) {
  const { collectiveId, type, operatorId, outcome, from, to } = filter;
  if (outcome !== undefined || (operatorId ?? ANOTHER_SYSTEM) !== ANOTHER_SYSTEM) return null;
  return {
    collectiveId,
    type,
    fromMs: instantMs(from ?? null) ?? undefined,
    beforeMs: Math.min(now + 1, instantMs(to ?? null) ?? Infinity),
  };
}

/** Everybody who has ever sent a dispatch, by their name then; of two names, the alphabetically later one. */
async function operatorsOf(db: Kysely<Store>): Promise<BatchList['operators']> {
  return db
    .selectFrom('intents')
    .groupBy('operator_id')
    .select((row) => ['operator_id as id', row.fn.max('operator_name').as('name')])
    .orderBy('name')
    .execute();
}

/** The end of the hour in which a page before ended. */
const endOfHour = (place: Place | null) =>
  place === null ? Infinity : (Math.floor(place.atMs / HOUR_MS) + 1) * HOUR_MS;

/** A batch, or a line of other systems, and where it has its place. */
interface Entry {
  atMs: number;
  batch: IntentRow | null;
  line: OthersLine | null;
}

/** The cursor after the last entry of a page. @param place where the page began */
function nextOf(last: Entry | undefined, lines: readonly OthersLine[], place: Place | null) {
  if (last === undefined) return null;
  if (last.batch !== null) return `${last.atMs}.${last.batch.id}`;
  const before = place !== null && 'lines' in place && place.atMs === last.atMs ? place.lines : 0;
  return `${last.atMs}.${before + lines.filter(({ hour }) => hour * HOUR_MS === last.atMs).length}`;
}

/**
 * Dispatches, and what other systems sent, newest first, page by page. The place of a line of other systems is where
 * its hour begins: later reads do not move it.
 * @param filter filters, page size and cursor
 * @param now milliseconds since the epoch
 * @throws Failure 400 if the cursor is invalid
 */
export async function readBatches(
  db: Kysely<Store>,
  filter: BatchListQuery,
  now: number,
): Promise<BatchList> {
  const limit = filter.limit ?? DEFAULT_LIMIT;
  const place = filter.cursor === undefined ? null : placeOf(filter.cursor);
  const found = await readPage(db, filter, place, limit);
  const scope = scopeOf(filter, now);
  const skip = place !== null && 'lines' in place ? place.lines : 0;
  const until = scope && { ...scope, beforeMs: Math.min(scope.beforeMs, endOfHour(place)) };
  const lines = until === null ? [] : await othersLines(db, until, limit + 1, skip);
  const page: Entry[] = [
    ...found.map((batch) => ({ atMs: batch.created_at, batch, line: null })),
    ...lines.map((line) => ({ atMs: line.hour * HOUR_MS, batch: null, line })),
  ]
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, limit);
  const shown = page.flatMap(({ line }) => line ?? []);
  const isMore = found.length + lines.length > limit;
  return {
    batches: await summariesOf(
      db,
      page.flatMap(({ batch }) => batch ?? []),
      now,
    ),
    others: until === null ? [] : await shownLines(db, until, shown),
    next: isMore ? nextOf(page.at(-1), shown, place) : null,
    operators: await operatorsOf(db),
    asOf: isoInstant(now),
  };
}
