import type { TitledError } from '../../contract/primitives.ts';
import { groupBy } from '../../lib/group-by.ts';
import { insertAll } from '../store/insert-all.ts';
import type { Store } from '../store/store.ts';
import { type Behaviour, charges, NOT_PLUGGED_IN } from './behaviours.ts';
import { availableW } from './solar.ts';
import { stayAt } from './stays.ts';
import { chargingAt } from './charging.ts';

/** A device, and a Command for it. */
export interface Commanded {
  entity_id: string;
  entity_type: string;
  brand: string | null;
  behaviour: string;
  type: string;
  value: string | null;
}

/** The devices of a batch of steps. */
export interface Devices {
  /**
   * Lets a device carry out a Command that it accepts. The effect shows in later sessions and output.
   * @param atMs when it acts, in milliseconds
   * @returns why it cannot, or null
   */
  carryOut(row: Commanded, atMs: number): TitledError | null;
  /** The measurement at a device that acknowledged a Command and ignored it. */
  noEffect(row: Commanded, atMs: number): TitledError;
  /** Stores the executed Commands. */
  save(): Promise<void>;
}

/** Whether a device only acknowledges Commands and does nothing. */
function ignores(row: Pick<Commanded, 'behaviour'>): boolean {
  return row.behaviour === ('acknowledges-and-ignores' satisfies Behaviour);
}

/** Loads the devices of a batch of steps. */
export async function reachDevices(
  store: Store,
  seed: number,
  rows: readonly Commanded[],
): Promise<Devices> {
  const plants = rows.filter((row) => ignores(row) && !charges(row.entity_type));
  const sites = await sitesOf(
    store,
    plants.map((row) => row.entity_id),
  );
  const effects: { entity_id: string; at_ms: number; type: string; value: string | null }[] = [];
  return {
    carryOut: (row, atMs) => {
      if (ignores(row)) return null;
      if (row.type === 'StartCharging' && stayAt(seed, pluggable(row), atMs) === null) {
        return NOT_PLUGGED_IN;
      }
      effects.push({ entity_id: row.entity_id, at_ms: atMs, type: row.type, value: row.value });
      return null;
    },
    noEffect: (row, atMs) => {
      // Nothing has ever affected it, so its behaviour is unchanged.
      const measured = charges(row.entity_type)
        ? chargingText(chargingAt(seed, pluggable(row), [], atMs).powerKw)
        : `feeds in ${availableW(seed, siteIn(sites, row.entity_id), atMs)} W`;
      return {
        title: 'No effect observed',
        description: `The device acknowledged the Command, but its measured power did not change: it ${measured}.`,
      };
    },
    save: () => insertAll(store, 'effect', effects),
  };
}

function chargingText(kw: number): string {
  const shown = kw.toFixed(1);
  return shown === '0.0' ? 'was not charging' : `charges with ${shown} kW`;
}

/** The capacity decides how long an ignoring vehicle charges; a typical one is enough here. */
function pluggable(row: Pick<Commanded, 'entity_id' | 'entity_type' | 'brand'>) {
  return { id: row.entity_id, type: row.entity_type, brand: row.brand, batteryCapacity: null };
}

/** Executed Commands of devices, in order. Without ids: of all devices. */
export async function effectsOf(
  store: Store,
  filter: { entityId?: string; sinceMs?: number },
): Promise<Map<string, { atMs: number; type: string; value: string | null }[]>> {
  const rows = await store
    .selectFrom('effect')
    .select(['entity_id', 'at_ms as atMs', 'type', 'value'])
    .where('at_ms', '>=', filter.sinceMs ?? 0)
    .$if(filter.entityId !== undefined, (query) =>
      query.where('entity_id', '=', filter.entityId ?? ''),
    )
    .orderBy('at_ms')
    .orderBy('position')
    .execute();
  return groupBy(rows, (row) => row.entity_id);
}

/** Position of a plant without a Location: the middle of Europe. */
const ANYWHERE = { latitude: 50, longitude: 10 };

type Sites = ReadonlyMap<string, readonly { latitude: number; longitude: number }[]>;

/** The Locations of some Entities. */
export async function sitesOf(store: Store, entityIds: readonly string[]): Promise<Sites> {
  if (entityIds.length === 0) return new Map();
  const rows = await store
    .selectFrom('location')
    .select(['entity_id', 'latitude', 'longitude'])
    .where('entity_id', 'in', entityIds)
    .orderBy('position')
    .execute();
  return groupBy(rows, (row) => row.entity_id);
}

/** The first Location of an Entity, or a default place. */
export function siteIn(sites: Sites, entityId: string) {
  const { latitude, longitude } = sites.get(entityId)?.[0] ?? ANYWHERE;
  return { id: entityId, latitude, longitude };
}
