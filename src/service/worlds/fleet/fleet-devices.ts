import type { EntityTypeName } from '../../../contract/entity-type.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { BRANDS, NEEDS_CAPACITY } from '../../catalogue.ts';
import { type Behaviour, charges } from '../../devices/behaviours.ts';
import type { Random } from '../../random.ts';
import { CARS, VANS } from '../demo/devices.ts';
import type { World } from '../world-schema.ts';

type Entity = World['entities'][number];

/** A device of a large world, before it has an id, an owner and a place. */
export type FleetDevice = Pick<
  Entity,
  'type' | 'brand' | 'name' | 'batteryCapacity' | 'features' | 'behaviour'
>;

/** The devices of a site: vehicles with their charge points, homes, or a solar park. */
export type SiteKind = 'depot' | 'homes' | 'park';

/** The kind of a site by its number: of ten, two are homes and one a park. */
export function siteKind(site: number): SiteKind {
  const of10 = site % 10;
  if (of10 === 4) return 'park';
  return of10 === 2 || of10 === 7 ? 'homes' : 'depot';
}

const HOME_TYPES = ['Battery', 'HeatPump', 'SolarPlant', 'EV', 'RetrofitMeter'] as const;

/** The type of a device by its number within its site: not random, so that types can be counted. */
function typeAt(kind: SiteKind, index: number): EntityTypeName {
  const of10 = index % 10;
  if (kind === 'depot') return of10 === 3 || of10 === 7 ? 'ChargePoint' : 'EV';
  if (kind === 'park') return of10 === 0 ? 'SolarPlant' : of10 === 9 ? 'Meter' : 'Inverter';
  return HOME_TYPES[of10 % HOME_TYPES.length] ?? 'Battery';
}

/** What devices are called in their names. */
const NAMES: Readonly<Record<EntityTypeName, string>> = {
  Battery: 'battery',
  ChargePoint: 'bay',
  EV: 'vehicle',
  HeatPump: 'heat pump',
  Inverter: 'inverter',
  Meter: 'grid meter',
  RetrofitMeter: 'meter',
  SolarPlant: 'roof',
};

/** One in this many charging devices does not capture its sessions. */
const SILENT_ONE_IN = 25;

/** Whether a device captures charge sessions, by its position in the world. */
export function capturesSessions(site: number, index: number): boolean {
  return charges(typeAt(siteKind(site), index)) && (site + index) % SILENT_ONE_IN !== 6;
}

/** Devices per thousand with a behaviour other than prompt. */
const TROUBLED: readonly (readonly [Behaviour, number])[] = [
  ['slow', 50],
  ['flaky', 30],
  ['offline', 20],
  ['late-result', 10],
  ['acknowledges-and-ignores', 7],
  ['verification-fails', 7],
];

function behaviourOf(random: Random): Behaviour {
  let left = random.next() * 1000;
  for (const [behaviour, share] of TROUBLED) {
    left -= share;
    if (left < 0) return behaviour;
  }
  return 'prompt';
}

/**
 * A device of a large world.
 * @param site number of its site in the world
 * @param index its number within the site
 * @param random the device's own stream
 */
export function fleetDevice(
  site: { number: number; town: string },
  index: number,
  random: Random,
): FleetDevice {
  const kind = siteKind(site.number);
  const type = typeAt(kind, index);
  const number = String(index + 1).padStart(4, '0');
  const device = {
    type,
    features: charges(type)
      ? [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled: capturesSessions(site.number, index) }]
      : [],
    behaviour: behaviourOf(random),
  };
  if (type === 'EV') {
    const [brand, model, capacity] = random.pick(kind === 'depot' ? VANS : CARS);
    const isNew = NEEDS_CAPACITY.has(brand) && !capturesSessions(site.number, index);
    const name = `${model} ${number}, ${site.town}`;
    return { ...device, brand, name, batteryCapacity: isNew ? null : capacity };
  }
  const brand = random.pick(BRANDS[type]);
  const what = type === 'SolarPlant' && kind === 'park' ? 'plant' : NAMES[type];
  const batteryCapacity = type === 'Battery' ? random.pick([5, 10, 13.5, 15.4]) : null;
  return { ...device, brand, name: `${site.town} ${what} ${number}`, batteryCapacity };
}
