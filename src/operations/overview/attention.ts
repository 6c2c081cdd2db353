import { sql, type Kysely } from 'kysely';
import type { BatchSummary } from '../../contract/console/batch.ts';
import type { Attention } from '../../contract/console/overview.ts';
import { FAILED_VERDICTS } from '../../domain/command-status.ts';
import type { Store } from '../../store/schema/schema.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { finalVerdicts } from '../dispatch/resolve/read-resolution.ts';

const HOUR_MS = 3_600_000;
/** How far back batches with many failures are news. */
const FAILED_WITHIN_MS = 24 * HOUR_MS;
/** How far back the last Commands of an Entity are looked at. */
const LAST_WITHIN_MS = 7 * 24 * HOUR_MS;
/** So many failures in a row make an Entity one to look at. */
const IN_A_ROW = 3;
/** A batch has many failures from this share of its Entities on, and from `IN_A_ROW` Entities on. */
const MANY = 0.1;
/** Batches that are looked at, and that are named. */
const MOST_BATCHES = 200;
const NAMED = 3;

/**
 * Batches whose outcome is not known and that no check or person has decided, newest first.
 * @returns all ids (at most 200), and the newest ones whole
 * @param now milliseconds since the epoch
 */
export async function undecidedBatches(db: Kysely<Store>, now: number) {
  const intents = await db
    .selectFrom('intents')
    .where((row) => row.or([row('outcome', '=', 'unknown'), row('unaccounted', '>', 0)]))
    .orderBy('created_at', 'desc')
    .limit(MOST_BATCHES)
    .selectAll()
    .execute();
  const final = await finalVerdicts(
    db,
    intents.map(({ id }) => id),
  );
  const undecided = intents.filter(({ id }) => !final.has(id));
  const newest = await summariesOf(db, undecided.slice(0, NAMED), now);
  return { count: undecided.length, newest };
}

/** How many Entities of a batch did not do what they were commanded to do. */
function failedOf({ verdictCounts }: BatchSummary): number {
  return FAILED_VERDICTS.reduce((sum, verdict) => sum + (verdictCounts[verdict] ?? 0), 0);
}

async function manyFailed(db: Kysely<Store>, now: number): Promise<Attention[]> {
  const intents = await db
    .selectFrom('intents')
    .where('outcome', '=', 'accepted')
    .where('created_at', '>', now - FAILED_WITHIN_MS)
    .orderBy('created_at', 'desc')
    .limit(MOST_BATCHES)
    .selectAll()
    .execute();
  return (await summariesOf(db, intents, now))
    .map((batch) => ({ kind: 'many-failed' as const, batch, failed: failedOf(batch) }))
    .filter(({ batch, failed }) => failed >= Math.max(IN_A_ROW, batch.memberCount * MANY))
    .slice(0, NAMED);
}

async function failing(db: Kysely<Store>, now: number): Promise<Attention[]> {
  const ranked = db
    .selectFrom('commands')
    .where('due_at', '>', now - LAST_WITHIN_MS)
    .where('due_at', '<=', now)
    .where('settled', '=', 1)
    .select([
      'entity_id',
      'verdict',
      sql<number>`row_number() over (partition by entity_id order by due_at desc)`.as('rank'),
    ]);
  const rows = await db
    .selectFrom(ranked.as('last'))
    .where('last.rank', '<=', IN_A_ROW)
    .where('last.verdict', 'in', FAILED_VERDICTS)
    .groupBy('last.entity_id')
    .having((row) => row.fn.countAll(), '=', IN_A_ROW)
    .leftJoin('entities', 'entities.id', 'last.entity_id')
    .select((row) => ['last.entity_id as id', row.fn.max('entities.name').as('name')])
    .orderBy('name')
    .execute();
  if (rows.length === 0) return [];
  return [{ kind: 'failing', count: rows.length, entities: rows.slice(0, NAMED) }];
}

async function counted(
  kind: 'unreachable' | 'places-failed' | 'conflicts',
  query: Promise<{ count: number | string }>,
): Promise<Attention[]> {
  const count = Number((await query).count);
  return count === 0 ? [] : [{ kind, count }];
}

/**
 * What an operator should look at, the most urgent first.
 * @param undecided see `undecidedBatches`
 * @param now milliseconds since the epoch
 */
export async function readAttention(
  db: Kysely<Store>,
  undecided: readonly BatchSummary[],
  now: number,
): Promise<Attention[]> {
  return [
    ...undecided.map((batch) => ({ kind: 'outcome-unknown' as const, batch })),
    ...(await manyFailed(db, now)),
    ...(await failing(db, now)),
    ...(await counted(
      'unreachable',
      db
        .selectFrom('entities')
        .where('archived', '=', 0)
        .where('unreachable_status', 'is not', null)
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    )),
    ...(await counted(
      'places-failed',
      db
        .selectFrom('place_reads')
        .where('state', '=', 'failed')
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    )),
    ...(await counted(
      'conflicts',
      db
        .selectFrom('directory_conflicts')
        .where('state', '=', 'open')
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    )),
  ];
}
