import type { Store } from '../store/store.ts';
import { ServiceFailure } from '../errors.ts';
import { batteryAt } from './battery.ts';
import { charges } from './behaviours.ts';
import { chargingAt } from './charging.ts';
import { effectsOf, siteIn, sitesOf } from './effects.ts';
import { feedInW, plantOutput } from './solar.ts';
import { takesCommand } from '../../domain/command-rules.ts';

/** The state of a simulated device at an instant; the interface itself has no readings. */
export interface DeviceState {
  charging?: { pluggedIn: boolean; powerKw: number; soc: number | null };
  plant?: { connected: boolean; limitW: number | null; feedInW: number };
  battery?: { soc: number; powerKw: number };
}

/**
 * Reads the state of a device, for the controls and for tests.
 * @param atMs milliseconds since the epoch
 * @returns its state; empty for types that are not simulated. Throws notFound.
 */
export async function deviceState(
  store: Store,
  seed: number,
  entityId: string,
  atMs: number,
): Promise<DeviceState> {
  const entity = await store
    .selectFrom('entity')
    .select(['id', 'type', 'brand', 'battery_capacity as batteryCapacity'])
    .where('id', '=', entityId)
    .where('offboarded', '=', 0)
    .executeTakeFirst();
  if (entity === undefined) {
    throw new ServiceFailure('notFound', `There is no Entity with the id ${entityId}.`);
  }
  const effects = (await effectsOf(store, { entityId })).get(entityId) ?? [];
  if (charges(entity.type)) return { charging: chargingAt(seed, entity, effects, atMs) };
  if (entity.type === 'Battery') return { battery: batteryAt(seed, entity, atMs) };
  if (takesCommand('LimitFeedIn', entity.type) !== true) return {};
  const output = plantOutput(effects);
  const site = siteIn(await sitesOf(store, [entityId]), entityId);
  return { plant: { ...output, feedInW: feedInW(seed, site, output, atMs) } };
}
