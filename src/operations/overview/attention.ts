import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { BatchSummary } from '../../contract/console/batch.ts';
import type { Attention } from '../../contract/console/overview.ts';
import { FAILED_VERDICTS } from '../../domain/command-status.ts';
import { failedOf, isManyFailed } from '../../domain/many-failed.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { ARCHIVED } from '../directory/record.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import { isOpenIntent } from '../dispatch/resolve/read-resolution.ts';
import { attentionKey, someEntities } from './attention-key.ts';
import { LATE_MS } from './commanded-days.ts';
import type { FleetState } from './fleet-state.ts';

const HOUR_MS = 3_600_000;
/** How far back batches with many failures are listed. */
const FAILED_WITHIN_MS = 24 * HOUR_MS;
/** How far back the last Commands of an Entity are checked. */
const LAST_WITHIN_MS = 7 * 24 * HOUR_MS;
/** An Entity is listed after so many failures in a row. */
const IN_A_ROW = 3;
/** Maximum number of batches that are checked, and that are named. */
const MOST_BATCHES = 200;
const NAMED = 3;

/**
 * Batches whose outcome is unknown and that no check or person has decided, newest first. Not found is no
 * decision while a Command may still land.
 * @returns all ids (at most 200), and the summaries of the newest ones
 * @param now milliseconds since the epoch
 */
export async function undecidedBatches(db: Kysely<Store>, now: number) {
  const intents = await db
    .selectFrom('intents')
    .where(isOpenIntent)
    .orderBy('created_at', 'desc')
    .limit(MOST_BATCHES)
    .selectAll()
    .execute();
  const newest = await summariesOf(db, intents.slice(0, NAMED), now);
  return { count: intents.length, newest };
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
    .filter(isManyFailed)
    .slice(0, NAMED)
    .map((batch) => ({
      kind: 'many-failed' as const,
      key: `many-failed:${batch.id}:${failedOf(batch)}`,
      batch,
      failed: failedOf(batch),
    }));
}

async function failing(db: Kysely<Store>, now: number): Promise<Attention[]> {
  const ranked = db
    .selectFrom('intents')
    .innerJoin('sent_commands', 'sent_commands.dispatch_id', 'intents.id')
    // Found by an index; what a check found later is due later than its dispatch took effect.
    .where('intents.effect_to', '>', now - LAST_WITHIN_MS - LATE_MS)
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
    .execute();
  return rows.length === 0 ? [] : [{ kind: 'failing', ...someEntities('failing', rows) }];
}

/** An Entity that cannot be commanded: unreachable or archived. */
interface Lost {
  id: string;
  name: string | null;
  /** Whether it is listed and was not offboarded. */
  isNews: boolean;
}

/** Those Entities by id. Separate queries, since each has an index: they are few of many. */
async function lostEntities(db: Kysely<Store>): Promise<Lost[]> {
  const entities = db.selectFrom('entities').select(['id', 'name', 'archived', 'offboarded_at']);
  const away = await entities.where('unreachable_status', 'is not', null).execute();
  const hidden = await entities.where('archived', '=', ARCHIVED).execute();
  return [...away.filter((row) => row.archived === 0), ...hidden].map(
    ({ id, name, archived, offboarded_at: at }) => ({
      id,
      name,
      isNews: archived === 0 && at === null,
    }),
  );
}

/** Planned Commands of Entities that cannot be commanded. */
async function plansBlocked(
  db: Kysely<Store>,
  lost: readonly Lost[],
  now: number,
): Promise<Attention[]> {
  const plans = new Map<string, { count: number; at: number }>();
  for (const part of chunks(lost)) {
    const found = await db
      .selectFrom('sent_commands as commands')
      .where(
        'entity_id',
        'in',
        part.map(({ id }) => id),
      )
      .where('trigger_at', '>', now)
      .where('settled', '=', 0)
      .groupBy('dispatch_id')
      .select((row) => [
        'dispatch_id as id',
        row.fn.countAll<number | string>().as('count'),
        row.fn.min('trigger_at').as('at'),
      ])
      .execute();
    for (const { id, count, at } of found) {
      const plan = plans.get(id) ?? { count: 0, at: Infinity };
      plans.set(id, { count: plan.count + Number(count), at: Math.min(plan.at, Number(at)) });
    }
    await turn();
  }
  const rows = [...plans]
    .map(([id, plan]) => ({ id, ...plan }))
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const intents = await db
    .selectFrom('intents')
    .where('id', '=', rows[0]?.id ?? '')
    .selectAll()
    .execute();
  const commands = rows.reduce((sum, { count }) => sum + count, 0);
  return (await summariesOf(db, intents, now)).map((batch) => ({
    kind: 'plans-blocked',
    key: attentionKey('plans-blocked', rows.map(({ id, count }) => `${id} ${count}`).toSorted()),
    batch,
    commands,
    batches: rows.length,
  }));
}

function unreachable(lost: readonly Lost[]): Attention[] {
  const news = lost.filter(({ isNews }) => isNews);
  return news.length === 0 ? [] : [{ kind: 'unreachable', ...someEntities('unreachable', news) }];
}

/** Listed Entities with a Pending offboarding request. */
async function offboardings(db: Kysely<Store>, ids: ReadonlySet<string>): Promise<Attention[]> {
  const rows = [];
  for (const part of chunks([...ids])) {
    rows.push(
      ...(await db
        .selectFrom('entities')
        .where('archived', '=', 0)
        .where('id', 'in', part)
        .select(['id', 'name'])
        .execute()),
    );
  }
  return rows.length === 0 ? [] : [{ kind: 'offboardings', ...someEntities('offboardings', rows) }];
}

/** Results from elsewhere. */
interface Found {
  /** See `undecidedBatches`. */
  undecided: readonly BatchSummary[];
  fleet: FleetState;
  /** Entities with a Pending offboarding request; null: not known. */
  offboardings: ReadonlySet<string> | null;
}

/**
 * Items that need an operator's attention, most urgent first.
 * @param now milliseconds since the epoch
 */
export async function readAttention(
  db: Kysely<Store>,
  { undecided, fleet, offboardings: pending }: Found,
  now: number,
): Promise<Attention[]> {
  const { silent, failing: unreadable, partial } = fleet;
  const lost = await lostEntities(db);
  return [
    ...undecided.map((batch) => ({
      kind: 'outcome-unknown' as const,
      key: `outcome-unknown:${batch.id}`,
      batch,
    })),
    ...(await manyFailed(db, now)),
    ...(await plansBlocked(db, lost, now)),
    ...(await failing(db, now)),
    ...(silent.count === 0 ? [] : [{ kind: 'silent' as const, ...silent }]),
    ...(await offboardings(db, pending ?? new Set())),
    ...unreachable(lost),
    ...(unreadable === null ? [] : [{ kind: 'reads-failed' as const, ...unreadable }]),
    ...(partial === null ? [] : [{ kind: 'reads-partial' as const, ...partial }]),
  ];
}
