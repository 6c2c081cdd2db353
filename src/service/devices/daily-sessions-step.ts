import { instantMs, isoInstant } from '../../domain/instant.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { groupBy } from '../../lib/group-by.ts';
import { insertAll } from '../store/insert-all.ts';
import { type Store, readMetaNumber, writeMeta } from '../store/store.ts';
import type { Behaviour } from './behaviours.ts';
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

/** The next time at which sessions are computed: shortly after the next midnight (UTC). */
export function nextComputationMs(afterMs: number): number {
  return midnightMs(computedUpTo(afterMs)) + DAY + COMPUTED_AFTER_MS;
}

/** Maximum number of days to catch up if the history of a world ends in the past. */
export const MOST_DAYS_BEHIND = 31;

/**
 * When sessions are first computed in a store loaded with a living world: for the first day missing
 * from its history.
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

/**
 * Computes the sessions of each finished day, for a living world. Public facts, "Charge sessions".
 */
export function dailySessionSteps(seed: number, reported: ReportedClock): StepKind {
  return {
    name: 'charge sessions of a day',
    nextDue: (store) => readMetaNumber(store, 'sessions_due_ms'),
    run: async (store, untilMs) => {
      const dueMs = await readMetaNumber(store, 'sessions_due_ms');
      if (dueMs === null || dueMs > untilMs) return;
      await computeDay(store, { seed, reported }, isoInstant(dueMs - DAY).slice(0, 10));
      await writeMeta(store, 'sessions_due_ms', dueMs + DAY);
    },
  };
}

/**
 * Adds the sessions that end on a date. Existing sessions, such as those of the world's history,
 * are unchanged: a day may be computed twice.
 */
async function computeDay(
  store: Store,
  { seed, reported }: { seed: number; reported: ReportedClock },
  date: string,
): Promise<void> {
  // A stay that ends on the date began at most one day earlier.
  const effects = await effectsOf(store, { sinceMs: midnightMs(date) - DAY });
  const sessions = (await chargingEntities(store)).flatMap((entity) =>
    sessionsEndingOn(seed, entity, date, effects.get(entity.id)),
  );
  await insertAll(
    store,
    'charge_session',
    sessions.map((session) => ({
      id: session.id,
      entity_id: session.entityId,
      start_ms: instantMs(session.data.start) ?? 0,
      created: isoInstant(reported.at(instantMs(session.created) ?? midnightMs(date) + DAY)),
      data: JSON.stringify(session.data),
    })),
    'keep',
  );
}

/** Entities whose sessions are captured; one that is offline reports none. */
async function chargingEntities(store: Store): Promise<ChargingEntity[]> {
  const entities = await store
    .selectFrom('entity')
    .innerJoin('feature', 'feature.entity_id', 'entity.id')
    .select(['entity.id', 'entity.type', 'entity.brand', 'entity.battery_capacity'])
    .where('feature.feature', '=', CAPTURE_CHARGE_SESSIONS)
    .where('feature.enabled', '=', 1)
    .where('entity.offboarded', '=', 0)
    .where('entity.behaviour', '!=', 'offline' satisfies Behaviour)
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
