import type { Kysely } from 'kysely';
import type { KnownOf } from '../../../contract/console/counts.ts';
import type { OthersPlans } from '../../../contract/console/others-commands.ts';
import { canStillTrigger } from '../../../domain/command-status.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { inChunks, type ChunkedWork } from '../in-chunks.ts';
import { byEntity } from '../facts/by-entity.ts';
import { createPlanCounter, type PlanCounter } from './others-plans.ts';

/** Commands by derived status. */
type VerdictCounts = Record<string, number>;

/** Commands that other systems sent. */
export interface OthersCommands {
  /** By date, YYYY-MM-DD. */
  days: ReadonlyMap<string, VerdictCounts>;
  /** On this day last week, up to this time of day. */
  weekAgo: VerdictCounts;
  plans: OthersPlans;
  /** The plans of each Collective. @returns without one: none */
  plansOf(collectiveId: string): OthersPlans;
  /** Listed Entities whose Commands were read. */
  readOf: KnownOf;
}

const NO_PLANS: OthersPlans = { plans: 0, commands: 0, next: [] };

function count(counts: VerdictCounts, verdict: string): void {
  counts[verdict] = (counts[verdict] ?? 0) + 1;
}

/** Entities after an id, and when the Commands of each were read. */
function entitiesAfter(db: Kysely<Store>, after: string, size: number) {
  return db
    .selectFrom('entities')
    .leftJoin('fleet_reads', (join) =>
      join
        .onRef('fleet_reads.entity_id', '=', 'entities.id')
        .on('fleet_reads.resource', '=', 'commands'),
    )
    .where('entities.id', '>', after)
    .orderBy('entities.id')
    .limit(size)
    .select(['entities.id', 'entities.archived', 'fleet_reads.read_at'])
    .execute();
}

/** Commands that this console did not send, of Entities between two ids, due from an instant on. */
function othersBetween(db: Kysely<Store>, after: string, last: string, fromMs: number) {
  return db
    .selectFrom('entities')
    .innerJoin('known_commands', 'known_commands.entity_id', 'entities.id')
    .where('entities.id', '>', after)
    .where('entities.id', '<=', last)
    .where('known_commands.due_at', '>=', fromMs)
    .where('known_commands.dispatch_id', 'is', null)
    .select([
      'entities.archived',
      'known_commands.entity_id',
      'known_commands.type',
      'known_commands.value',
      'known_commands.trigger_at',
      'known_commands.verdict',
    ])
    .execute();
}

/** Names of the Collectives that the directory lists, by their ids. */
async function listedCollectives(db: Kysely<Store>): Promise<ReadonlyMap<string, string>> {
  const listed = db.selectFrom('collectives').where('archived', '=', 0).select(['id', 'name']);
  return new Map((await listed.execute()).map(({ id, name }) => [id, name]));
}

/** The Collectives of Entities between two ids. */
async function collectivesBetween(db: Kysely<Store>, after: string, last: string) {
  return byEntity(
    await db
      .selectFrom('memberships')
      .where('entity_id', '>', after)
      .where('entity_id', '<=', last)
      .select(['entity_id', 'collective_id'])
      .execute(),
  );
}

/**
 * Counts the Commands of other systems that were due in the last days, or are planned: those that the Service
 * lists and this console did not send.
 * @param zone IANA name of the zone whose days are counted
 * @param days how many, today included
 * @param now milliseconds since the epoch
 * @param chunks stops the count, and gets its computing time
 */
export async function countOthers(
  db: Kysely<Store>,
  zone: string,
  days: number,
  now: number,
  clock: Pick<Clock, 'elapsed'>,
  chunks: ChunkedWork,
): Promise<OthersCommands> {
  const today = dateIn(zone, now);
  const dates = Array.from({ length: days }, (_, at) => addDays(today, at + 1 - days));
  const starts = dates.map((date) => startOfDateMs(zone, date));
  const byDay = dates.map((): VerdictCounts => ({}));
  const weekAgo: VerdictCounts = {};
  const names = await listedCollectives(db);
  const all = createPlanCounter(names);
  const plans = new Map<string, PlanCounter>();
  const readOf = { known: 0, of: 0 };
  const weekFrom = startOfDateMs(zone, addDays(today, -7));
  const weekTo = weekFrom + (now - startOfDateMs(zone, today));
  let after = '';
  await inChunks(clock, chunks, async (size) => {
    const entities = await entitiesAfter(db, after, size);
    const last = entities.at(-1)?.id;
    if (last === undefined) return false;
    const listed = entities.filter(({ archived }) => archived === 0);
    readOf.of += listed.length;
    readOf.known += listed.filter((entity) => entity.read_at !== null).length;
    const rows = await othersBetween(db, after, last, starts[0] ?? now);
    const memberships = rows.length === 0 ? null : await collectivesBetween(db, after, last);
    for (const row of rows) {
      const { trigger_at: at, verdict } = row;
      if (at === null) continue;
      const of = memberships?.get(row.entity_id) ?? [];
      const collectives = of.map(({ collective_id: id }) => id);
      const command = { type: row.type, value: row.value, trigger_at: at, verdict };
      if (at > now) {
        if (row.archived !== 0) continue;
        all.add(command, collectives);
        for (const id of canStillTrigger(verdict) ? collectives : []) {
          const counter = plans.get(id) ?? createPlanCounter(names);
          plans.set(id, counter);
          counter.add(command, [id]);
        }
        continue;
      }
      const counts = byDay[starts.findLastIndex((start) => start <= at)];
      if (counts !== undefined) count(counts, verdict);
      if (at >= weekFrom && at <= weekTo) count(weekAgo, verdict);
    }
    after = last;
    return entities.length === size;
  });
  const byCollective = new Map([...plans].map(([id, counter]) => [id, counter.plans()]));
  return {
    days: new Map(dates.map((date, at) => [date, byDay[at] ?? {}])),
    weekAgo,
    plans: all.plans(),
    plansOf: (id) => byCollective.get(id) ?? NO_PLANS,
    readOf,
  };
}
