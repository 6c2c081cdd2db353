import type { Kysely } from 'kysely';
import type { Overview, OverviewRow } from '../../contract/console/overview.ts';
import type { PlannedItem } from '../../contract/console/schedule.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readCollectives } from '../directory/read-directory.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { readSchedule } from '../dispatch/batches/planned.ts';
import { readAttention, undecidedBatches } from './attention.ts';
import { commandedDays } from './commanded-days.ts';

/** Days of Commands in the chart. */
const DAYS = 14;
/** Planned items, and Collectives, that are listed. */
const NEXT = 5;
const ROWS = 12;

async function countOf(query: Promise<{ count: number | string }>): Promise<number> {
  return Number((await query).count);
}

/** Collectives, those that were commanded last first. */
async function readRows(
  db: Kysely<Store>,
  items: readonly PlannedItem[],
  now: number,
): Promise<{ rows: OverviewRow[]; count: number }> {
  const { collectives } = await readCollectives(db, now);
  const lastAt = new Map(
    (
      await db
        .selectFrom('intents')
        .groupBy('collective_id')
        .select((row) => ['collective_id', row.fn.max('created_at').as('at')])
        .execute()
    ).map(({ collective_id: id, at }) => [id, at]),
  );
  const listed = collectives
    .toSorted((a, b) => (lastAt.get(b.id) ?? 0) - (lastAt.get(a.id) ?? 0))
    .slice(0, ROWS);
  const rows: OverviewRow[] = [];
  for (const { id, name, type, entityCount } of listed) {
    const intents = await db
      .selectFrom('intents')
      .where('collective_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .selectAll()
      .execute();
    const [lastBatch = null] = await summariesOf(db, intents, now);
    const next = items.find(({ collectiveId }) => collectiveId === id) ?? null;
    rows.push({ id, name, type, entities: entityCount, lastBatch, next });
  }
  return { rows, count: collectives.length };
}

async function readSteps(db: Kysely<Store>, entities: number): Promise<Overview['steps']> {
  const isAny = async (table: 'places' | 'intents' | 'report_runs') =>
    (
      await db
        .selectFrom(table)
        .select((row) => row.lit(1).as('one'))
        .limit(1)
        .execute()
    ).length > 0;
  return {
    directory: entities > 0,
    places: await isAny('places'),
    dispatched: await isAny('intents'),
    reported: await isAny('report_runs'),
  };
}

/**
 * The whole fleet at a glance, from the store alone.
 * @param zone IANA name of the zone whose days are counted
 * @param now milliseconds since the epoch
 */
export async function readOverview(
  db: Kysely<Store>,
  zone: string,
  now: number,
): Promise<Overview> {
  const listed = db.selectFrom('entities').where('archived', '=', 0);
  const total = await countOf(
    listed
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  const undecided = await undecidedBatches(db, now);
  const attention = await readAttention(db, undecided.newest, now);
  const unreachable = attention.find(({ kind }) => kind === 'unreachable');
  const { items } = await readSchedule(db, undefined, now);
  const { rows, count } = await readRows(db, items, now);
  return {
    entities: {
      total,
      unreachable: unreachable?.kind === 'unreachable' ? unreachable.count : 0,
    },
    collectives: count,
    ...(await commandedDays(db, zone, DAYS, now)),
    open: await countOf(
      db
        .selectFrom('commands')
        .where('settled', '=', 0)
        .where('due_at', '<=', now)
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
    unknown: { count: undecided.count, newest: undecided.newest[0] ?? null },
    next: items.slice(0, NEXT),
    planned: items.length,
    rows,
    attention,
    steps: await readSteps(db, total),
    asOf: isoInstant(now),
  };
}
