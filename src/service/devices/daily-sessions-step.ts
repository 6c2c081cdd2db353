import { instantMs, isoInstant } from '../../domain/instant.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { groupBy } from '../group-by.ts';
import { insertNew } from '../store/insert-all.ts';
import { type Store, readMetaNumber, writeMeta } from '../store/store.ts';
import type { ReportedClock } from '../reported-clock.ts';
import {
  COMPUTED_AFTER_MS,
  type ChargingEntity,
  computedUpTo,
  sessionsEndingOn,
} from './charging.ts';
import { effectsOf } from './effects.ts';
import { midnightMs } from './stays.ts';
import type { StepKind } from './step.ts';

const DAY = 86_400_000;

/** When sessions are computed next, after an instant: shortly after the next midnight (UTC). */
export function nextComputationMs(afterMs: number): number {
  return midnightMs(computedUpTo(afterMs)) + DAY + COMPUTED_AFTER_MS;
}

/** How many days are made up for at most where the history of a world ends before now. */
export const MOST_DAYS_BEHIND = 31;

/**
 * When sessions are computed first in a store that has just been loaded with a world that lives on: for the
 * first day that its history does not hold yet.
 * @param nowMs simulated now, in milliseconds since the epoch
 */
export async function firstComputationMs(store: Store, nowMs: number): Promise<number> {
  const row = await store
    .selectFrom('charge_session')
    .select((select) => select.fn.max('created').as('last'))
    .executeTakeFirst();
  const next = nextComputationMs(nowMs);
  const computedMs = instantMs(row?.last ?? null);
  if (computedMs === null) return next;
  return Math.max(nextComputationMs(computedMs), next - MOST_DAYS_BEHIND * DAY);
}

/** Computes the charge sessions of each day that ends, for a world that lives on. Public facts, "Charge sessions". */
export function dailySessionSteps(seed: number, told: ReportedClock): StepKind {
  return {
    name: 'charge sessions of a day',
    nextDue: (store) => readMetaNumber(store, 'sessions_due_ms'),
    run: async (store, untilMs) => {
      const dueMs = await readMetaNumber(store, 'sessions_due_ms');
      if (dueMs === null || dueMs > untilMs) return;
      await computeDay(store, { seed, told }, isoInstant(dueMs - DAY).slice(0, 10));
      await writeMeta(store, 'sessions_due_ms', dueMs + DAY);
    },
  };
}

/**
 * Adds the sessions that end on a date. A session that the store holds already, such as one of the history
 * that the world began with, stays as it is: a day may be computed twice.
 */
async function computeDay(
  store: Store,
  { seed, told }: { seed: number; told: ReportedClock },
  date: string,
): Promise<void> {
  // A stay that ends on the date began at most a day before it.
  const effects = await effectsOf(store, { sinceMs: midnightMs(date) - DAY });
  const sessions = (await chargingEntities(store)).flatMap((entity) =>
    sessionsEndingOn(seed, entity, date, effects.get(entity.id)),
  );
  await insertNew(
    store,
    'charge_session',
    sessions.map((session) => ({
      id: session.id,
      entity_id: session.entityId,
      start_ms: instantMs(session.data.start) ?? 0,
      created: isoInstant(told.told(instantMs(session.created) ?? midnightMs(date) + DAY)),
      data: JSON.stringify(session.data),
    })),
  );
}

/** Entities whose sessions are captured. */
async function chargingEntities(store: Store): Promise<ChargingEntity[]> {
  const entities = await store
    .selectFrom('entity')
    .innerJoin('feature', 'feature.entity_id', 'entity.id')
    .select(['entity.id', 'entity.type', 'entity.brand', 'entity.battery_capacity'])
    .where('feature.feature', '=', CAPTURE_CHARGE_SESSIONS)
    .where('feature.enabled', '=', 1)
    .where('entity.offboarded', '=', 0)
    .execute();
  const locations = await store
    .selectFrom('location')
    .select(['entity_id', 'id', 'label', 'latitude', 'longitude'])
    .orderBy('position')
    .execute();
  const byEntity = groupBy(locations, (location) => location.entity_id);
  return entities.map((entity) => ({
    id: entity.id,
    type: entity.type,
    brand: entity.brand,
    batteryCapacity: entity.battery_capacity,
    locations: byEntity.get(entity.id) ?? [],
  }));
}
