import type { Kysely } from 'kysely';
import { BatteryCapacity } from '../../../contract/battery-capacity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { kwhPerUnit } from '../../../domain/reports/report-session.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { WaitingEntity } from './bring-up-to-date.ts';
import { continuesAt, type Portion } from './ingest.ts';
import {
  PAGE_SESSIONS,
  readStoredSessions,
  type StoredPage,
  type StoredTime,
} from './stored-sessions.ts';

/** Maximum Entities whose sessions are read at once. */
const ENTITIES_MAX = 100;

/** An Entity whose data is in the store as far as it can be known. */
export interface Settled extends WaitingEntity {
  /** Why it could not be read; null: it was read. */
  failure: string | null;
}

/** Entities to read at once, so that their sessions fill about a page. */
export interface Pace {
  entities: number;
}

/** The initial pace. */
export const firstPace = (): Pace => ({ entities: 5 });

/** Whether sessions of Entities are captured; unknown ones are absent. */
async function capturesOf(
  db: Kysely<Store>,
  entityIds: readonly string[],
): Promise<Map<string, boolean>> {
  const captures = new Map<string, boolean>();
  if (entityIds.length === 0) return captures;
  const rows = await db
    .selectFrom('fleet_documents')
    .where('entity_id', 'in', entityIds)
    .where('resource', '=', 'features')
    .select(['entity_id', 'content'])
    .execute();
  for (const { entity_id: id, content } of rows) {
    const features = fromJson(ENDPOINTS.listFeatures.answer, content);
    const capture = features.find(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS);
    if (capture !== undefined) captures.set(id, capture.isEnabled);
  }
  return captures;
}

/** Battery capacities of Entities in kWh; unknown ones are absent. @param unit in which the Service gives them */
async function capacitiesOf(
  db: Kysely<Store>,
  entityIds: readonly string[],
  unit: string,
): Promise<Map<string, number>> {
  const scale = kwhPerUnit(unit);
  if (scale === null) return new Map();
  const rows = await db
    .selectFrom('fleet_documents')
    .where('entity_id', 'in', entityIds)
    .where('resource', '=', 'capacity')
    .select(['entity_id', 'content'])
    .execute();
  const perUnit = Number(scale.times) / Number(scale.by);
  return new Map(
    rows.flatMap(({ entity_id: id, content }) => {
      const { batteryCapacity: capacity } = fromJson(BatteryCapacity, content);
      return capacity === null || capacity <= 0 ? [] : [[id, capacity * perUnit] as const];
    }),
  );
}

/** Adapts the number of Entities of the next read to the sessions of the last one. */
export function adapt(pace: Pace, pages: readonly StoredPage[]): void {
  const sessions = pages.reduce((sum, page) => sum + page.sessions.length, 0);
  const each = Math.max(1, sessions / pages.length);
  // A little less than a page, so that few Entities must be read twice.
  const fit = Math.floor((0.9 * PAGE_SESSIONS) / each);
  pace.entities = Math.max(1, Math.min(fit, 2 * pace.entities, ENTITIES_MAX));
}

/**
 * Reads sessions of the first of some Entities from the store: about a page of them.
 * @param settled at least one
 * @param capacityUnit in which the Service gives battery capacities
 * @returns a portion of each Entity that was read, in the same order; at least one
 */
export async function readPortions(
  db: Kysely<Store>,
  run: StoredTime,
  settled: readonly Settled[],
  pace: Pace,
  capacityUnit: string,
): Promise<Portion[]> {
  const placeOf = ({ entity, sessions }: Settled) => continuesAt(entity, sessions?.read_at ?? null);
  const [first, ...others] = settled.slice(0, pace.entities);
  if (first === undefined) return [];
  const after = placeOf(first);
  // An Entity in the middle of its sessions is read alone.
  const end = after === null ? others.findIndex((one) => placeOf(one) !== null) : 0;
  const chosen = [first, ...(end === -1 ? others : others.slice(0, end))];
  const entityIds = chosen.map(({ entity }) => entity.entity_id);
  const pages = await readStoredSessions(db, run, { entityIds, after });
  adapt(pace, pages);
  const byId = new Map(pages.map((page) => [page.entityId, page]));
  const empty = chosen.flatMap(({ entity }) =>
    byId.get(entity.entity_id)?.sessions.length === 0 && entity.sessions === 0
      ? [entity.entity_id]
      : [],
  );
  const captures = await capturesOf(db, empty);
  const capacities = await capacitiesOf(db, [...byId.keys()], capacityUnit);
  return chosen.flatMap(({ entity, sessions, failure }) => {
    const page = byId.get(entity.entity_id);
    if (page === undefined) return [];
    const { read_at: readAt = null, known_from: knownFrom = null } = sessions ?? {};
    const capture = captures.get(entity.entity_id) ?? null;
    const { sessions: told, next } = page;
    const capacityKwh = capacities.get(entity.entity_id) ?? null;
    return [{ entity, sessions: told, next, readAt, knownFrom, failure, capture, capacityKwh }];
  });
}
