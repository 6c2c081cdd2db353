import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Energy } from '../../../contract/console/energy.ts';
import type { AllCollectiveFacts, CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { silentSince } from '../../../domain/silent.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetFactsRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { summariesOf } from '../../dispatch/batches/batch-summary.ts';
import { nextPlans, readSchedule } from '../../dispatch/batches/planned.ts';
import { hasTakenEffect } from '../../dispatch/batches/taken-effect.ts';
import type { EnergyCache } from '../energy/energy-cache.ts';
import { DAYS } from '../energy/energy-sums.ts';
import { energyViews } from '../energy/energy-view.ts';
import { partlyRead } from './shown-facts.ts';

/** Entities that are read together; other requests have their turn in between. */
const PART = 500;

/** The columns that are added up. */
const SUMMED = [
  'entity_id',
  'read_at',
  'sessions_at',
  'session_at',
  'commands_at',
  'failing',
  'partial',
  'partial_of',
] as const;
type Summed = Pick<FleetFactsRow, (typeof SUMMED)[number]>;

/** The sums over the Entities of a Collective. */
class CollectiveSum {
  entities = 0;
  silent = 0;
  failing = 0;
  partial = 0;
  unread = 0;
  commandsRead = 0;
  commandsPartly = 0;
  sessionsPartly = 0;
  /** The oldest read of sessions; Infinity: none. */
  sessionsAt = Infinity;

  add(row: Summed | null, now: number): void {
    this.entities += 1;
    const isUnread = row === null || (row.read_at === null && row.partial === 0);
    if (isUnread) this.unread += 1;
    if (row === null) return;
    if (silentSince(row.session_at, now) !== null) this.silent += 1;
    if (row.failing > 0) this.failing += 1;
    else if (row.partial > 0) this.partial += 1;
    const partly = partlyRead(row);
    if (row.commands_at !== null) this.commandsRead += 1;
    else if (partly.includes('commands')) this.commandsPartly += 1;
    if (row.sessions_at === null && partly.includes('sessions')) this.sessionsPartly += 1;
    this.sessionsAt = Math.min(this.sessionsAt, row.sessions_at ?? Infinity);
  }

  all() {
    const { entities, silent, failing, partial, unread, sessionsAt } = this;
    const { commandsRead, commandsPartly, sessionsPartly } = this;
    const partly = { commandsPartly, sessionsPartly };
    return { entities, silent, failing, partial, unread, sessionsAt, commandsRead, ...partly };
  }
}

/** Energy as lists show it. @param sessionsAt the oldest read of sessions, in ms since the epoch */
function shownEnergy(
  { unit, days, sessions, month, leftOut, from, provisionalFrom, known }: Energy,
  sessionsAt: number,
  staleBefore: number,
): CollectiveFacts['energy'] {
  const counted = sessions - leftOut.month.otherUnits - leftOut.month.withoutEnergy;
  return {
    value: counted === 0 ? null : month,
    unit,
    leftOut: leftOut.month,
    days: days ?? [],
    until: dateAfter(from, DAYS - 1),
    provisionalFrom,
    readOf: { known: known.read, of: known.of },
    readAt: isoInstant(sessionsAt),
    isStale: sessionsAt < staleBefore,
  };
}

async function addUp(db: Kysely<Store>, now: number): Promise<Map<string, CollectiveSum>> {
  const sums = new Map<string, CollectiveSum>();
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('entities')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PART)
      .select(['id', 'archived'])
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return sums;
    // By a range: so many ids in a list take longer than reading the rows.
    const facts = new Map(
      (
        await db
          .selectFrom('fleet_facts')
          .where('entity_id', '>', after)
          .where('entity_id', '<=', last.id)
          .select(SUMMED)
          .execute()
      ).map((row) => [row.entity_id, row]),
    );
    const memberships = await db
      .selectFrom('memberships')
      .where('entity_id', '>', after)
      .where('entity_id', '<=', last.id)
      .select(['collective_id', 'entity_id'])
      .execute();
    const listed = new Set(rows.flatMap(({ id, archived }) => (archived === 0 ? [id] : [])));
    for (const { collective_id: id, entity_id: entityId } of memberships) {
      if (!listed.has(entityId)) continue;
      const sum = sums.get(id) ?? new CollectiveSum();
      sums.set(id, sum);
      sum.add(facts.get(entityId) ?? null, now);
    }
    if (rows.length < PART) return sums;
    after = last.id;
    await turn();
  }
}

/** The last batch of each Collective that has taken effect. */
async function lastBatches(db: Kysely<Store>, now: number) {
  const newest = db
    .selectFrom('intents')
    .where(hasTakenEffect(now))
    .groupBy('collective_id')
    .select((row) => ['collective_id as newest_of', row.fn.max('created_at').as('newest_at')]);
  const intents = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('intents', (join) =>
      join
        .onRef('intents.collective_id', '=', 'newest.newest_of')
        .onRef('intents.created_at', '=', 'newest.newest_at'),
    )
    .selectAll('intents')
    .execute();
  const batches = [];
  for (const part of chunks(intents)) {
    batches.push(...(await summariesOf(db, part, now)));
    await turn();
  }
  return new Map(batches.map((batch) => [batch.collectiveId, batch]));
}

/** What the list shows besides records and energy. */
interface AddedUp {
  collectives: readonly (Omit<CollectiveFacts, 'energy' | 'isAdding'> & {
    sessionsAt: number;
  })[];
  now: number;
}

async function readAddedUp(db: Kysely<Store>, now: number): Promise<AddedUp> {
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select('id')
    .execute();
  const sums = await addUp(db, now);
  const batches = await lastBatches(db, now);
  const { items } = await readSchedule(db, undefined, now);
  const next = await nextPlans(db, items, now);
  return {
    collectives: collectives.map(({ id }) => {
      const sum = sums.get(id) ?? new CollectiveSum();
      return { id, ...sum.all(), lastBatch: batches.get(id) ?? null, next: next.get(id) ?? null };
    }),
    now,
  };
}

/** An answer is kept for this many times as long as it took. */
const SHARE = 10;

/**
 * Reads what the list of Collectives shows, for a fleet of any size: browsers that ask at the same time, or
 * soon after each other, get one answer. Energy is that of their Overviews.
 * @returns by the zone whose days are counted
 */
export function createCollectiveFacts(
  db: Kysely<Store>,
  clock: { now(): number; elapsed(): number },
  policy: FleetPolicy,
  energy: Pick<EnergyCache, 'sums'>,
): (zone: string) => Promise<AllCollectiveFacts> {
  let answer: Promise<AddedUp> | null = null;
  let until = Infinity;
  const addedUp = () => {
    if (answer !== null && clock.elapsed() < until) return answer;
    const startedAt = clock.elapsed();
    until = Infinity;
    const reading = readAddedUp(db, clock.now());
    answer = reading;
    const settle = () => {
      const endedAt = clock.elapsed();
      until = endedAt + SHARE * (endedAt - startedAt);
    };
    reading.then(settle, () => {
      answer = null;
    });
    return reading;
  };
  return async (zone) => {
    const [{ collectives, now }, { value: sums, isBehind }] = await Promise.all([
      addedUp(),
      energy.sums(zone),
    ]);
    const ids = collectives.map(({ id }) => id);
    const views = sums === null ? null : await energyViews(sums, ids);
    const staleBefore = freshFrom(policy, 'sessions', now);
    return {
      collectives: collectives.map(({ sessionsAt, ...each }) => {
        const view = views?.get(each.id);
        const isRead = Number.isFinite(sessionsAt);
        return {
          ...each,
          energy: view === undefined || !isRead ? null : shownEnergy(view, sessionsAt, staleBefore),
          isAdding: isRead && view === undefined,
        };
      }),
      isBehind,
      asOf: isoInstant(now),
    };
  };
}
