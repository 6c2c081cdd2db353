import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AllCollectiveFacts, CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { freshFrom, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { silentSince } from '../../../domain/silent.ts';
import { chunks } from '../../../store/chunks.ts';
import type { FleetFactsRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { summariesOf } from '../../dispatch/batches/batch-summary.ts';
import { readSchedule } from '../../dispatch/batches/planned.ts';
import { unitsByCount } from '../energy/energy-amounts.ts';
import { ENERGY_DAYS, lastEnergyDay } from './recent-energy.ts';
import { daysOf, shownEnergy } from './shown-facts.ts';

/** Entities that are read together; other requests have their turn in between. */
const PART = 500;

/** The columns that are added up. */
const SUMMED = [
  'entity_id',
  'read_at',
  'sessions_at',
  'session_at',
  'failing',
  'energy',
  'unit',
  'days',
  'last_day',
  'counted',
  'other_units',
  'without_energy',
  'complete_before',
] as const;
type Summed = Pick<FleetFactsRow, (typeof SUMMED)[number]>;

/** Energy of one unit, in millionths. */
class UnitSum {
  energy = 0;
  entities = 0;
  counted = 0;
  readonly days: (number | null)[] = Array.from({ length: ENERGY_DAYS }, () => null);

  /** @param shift by how many days the row ends before the last day of the sum */
  add(row: Summed, shift: number): void {
    this.energy += row.energy ?? 0;
    this.entities += 1;
    this.counted += row.counted;
    for (const [at, micros] of daysOf(row).entries()) {
      const day = at - shift;
      if (micros !== null && day >= 0) this.days[day] = (this.days[day] ?? 0) + micros;
    }
  }
}

/** What the Entities of a Collective add up to. */
class CollectiveSum {
  entities = 0;
  silent = 0;
  failing = 0;
  unread = 0;
  #read = 0;
  #readAt = Infinity;
  readonly #units = new Map<string, UnitSum>();
  /** Entities without energy: it is known that they have none, whatever the unit. */
  readonly #idle = new UnitSum();
  #counted = 0;
  #otherUnits = 0;
  #withoutEnergy = 0;
  /** Before which start all sessions are known: of Entities that were read in time, and of any. */
  #completeBefore = Infinity;
  #newestComplete = -Infinity;

  add(row: Summed | null, policy: FleetPolicy, now: number): void {
    this.entities += 1;
    if (row?.read_at === null || row === null) this.unread += 1;
    if (row === null) return;
    if (silentSince(row.session_at, now) !== null) this.silent += 1;
    if (row.failing > 0) this.failing += 1;
    if (row.sessions_at === null) return;
    this.#read += 1;
    this.#readAt = Math.min(this.#readAt, row.sessions_at);
    this.#counted += row.counted;
    this.#otherUnits += row.other_units;
    this.#withoutEnergy += row.without_energy;
    const complete = row.complete_before ?? -Infinity;
    this.#newestComplete = Math.max(this.#newestComplete, complete);
    if (row.sessions_at >= freshFrom(policy, 'sessions', now)) {
      this.#completeBefore = Math.min(this.#completeBefore, complete);
    }
    const shift = lastEnergyDay(now) - row.last_day;
    if (row.counted === 0) {
      this.#idle.add(row, shift);
      return;
    }
    const sum = this.#units.get(row.unit) ?? new UnitSum();
    this.#units.set(row.unit, sum);
    sum.add(row, shift);
  }

  /** Energy of the unit of most Entities; null where no session has one. */
  shown(policy: FleetPolicy, now: number): CollectiveFacts['energy'] {
    if (this.#read === 0) return null;
    const counts = new Map([...this.#units].map(([unit, { entities }]) => [unit, entities]));
    const [unit = ''] = unitsByCount(counts);
    const sum = this.#units.get(unit) ?? new UnitSum();
    const days = sum.days.map((micros, at) => micros ?? this.#idle.days[at] ?? null);
    const complete = Number.isFinite(this.#completeBefore)
      ? this.#completeBefore
      : this.#newestComplete;
    return {
      ...shownEnergy({
        energy: sum.counted === 0 ? null : sum.energy,
        unit,
        other_units: this.#otherUnits + this.#counted - sum.counted,
        without_energy: this.#withoutEnergy,
        days,
        lastDay: lastEnergyDay(now),
        completeBefore: Number.isFinite(complete) ? complete : null,
      }),
      readOf: { known: this.#read, of: this.entities },
      readAt: isoInstant(this.#readAt),
      isStale: this.#readAt < freshFrom(policy, 'sessions', now),
    };
  }
}

async function addUp(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
): Promise<Map<string, CollectiveSum>> {
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
    // By a range: so many ids in a list take longer than what they find.
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
      sum.add(facts.get(entityId) ?? null, policy, now);
    }
    if (rows.length < PART) return sums;
    after = last.id;
    await turn();
  }
}

/** The last batch of each Collective. */
async function lastBatches(db: Kysely<Store>, now: number) {
  const newest = db
    .selectFrom('intents')
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

/**
 * What the list of Collectives shows beside their records.
 * @param now milliseconds since the epoch
 */
export async function readCollectiveFacts(
  db: Kysely<Store>,
  policy: FleetPolicy,
  now: number,
): Promise<AllCollectiveFacts> {
  const collectives = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .select('id')
    .execute();
  const sums = await addUp(db, policy, now);
  const batches = await lastBatches(db, now);
  const { items } = await readSchedule(db, undefined, now);
  const next = new Map(items.toReversed().map((item) => [item.collectiveId, item]));
  return {
    collectives: collectives.map(({ id }) => {
      const sum = sums.get(id) ?? new CollectiveSum();
      const { entities, silent, failing, unread } = sum;
      const known = { energy: sum.shown(policy, now), entities, silent, failing, unread };
      return { id, ...known, lastBatch: batches.get(id) ?? null, next: next.get(id) ?? null };
    }),
    asOf: isoInstant(now),
  };
}

/** An answer stands for so many times as long as it took. */
const SHARE = 10;

/**
 * Reads what the list of Collectives shows, for a fleet of any size: browsers that ask at the same time, or
 * soon after each other, get one answer.
 */
export function createCollectiveFacts(
  db: Kysely<Store>,
  clock: { now(): number; elapsed(): number },
  policy: FleetPolicy,
): () => Promise<AllCollectiveFacts> {
  let answer: Promise<AllCollectiveFacts> | null = null;
  let until = Infinity;
  return () => {
    if (answer !== null && clock.elapsed() < until) return answer;
    const startedAt = clock.elapsed();
    until = Infinity;
    const reading = readCollectiveFacts(db, policy, clock.now());
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
}
