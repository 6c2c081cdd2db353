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

/** The kinds of ten sites. */
const KINDS: readonly SiteKind[] = [
  'depot',
  'depot',
  'homes',
  'depot',
  'park',
  'depot',
  'depot',
  'homes',
  'depot',
  'depot',
];

/** The kind of a site by its number. */
export function siteKind(site: number): SiteKind {
  return KINDS[site % KINDS.length] ?? 'depot';
}

/** The type of a device by its number within its site: not random, so that types can be counted. */
function typeAt(kind: SiteKind, index: number): string {
  const of10 = index % 10;
  if (kind === 'depot') return of10 === 3 || of10 === 7 ? 'ChargePoint' : 'EV';
  if (kind === 'park') return of10 === 0 ? 'SolarPlant' : of10 === 9 ? 'Meter' : 'Inverter';
  return ['Battery', 'HeatPump', 'SolarPlant', 'EV', 'RetrofitMeter'][of10 % 5] ?? 'Battery';
}

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
  switch (type) {
    case 'EV': {
      const [brand, model, capacity] = random.pick(kind === 'depot' ? VANS : CARS);
      const isNew = NEEDS_CAPACITY.has(brand) && !capturesSessions(site.number, index);
      return {
        ...device,
        brand,
        name: `${model} ${number}, ${site.town}`,
        batteryCapacity: isNew ? null : capacity,
      };
    }
    case 'ChargePoint':
      return unit(device, random.pick(BRANDS.ChargePoint), `bay ${number}`);
    case 'Battery':
      return {
        ...unit(device, random.pick(BRANDS.Battery), `battery ${number}`),
        batteryCapacity: random.pick([5, 10, 13.5, 15.4]),
      };
    case 'HeatPump':
      return unit(device, random.pick(BRANDS.HeatPump), `heat pump ${number}`);
    case 'SolarPlant':
      return unit(
        device,
        random.pick(BRANDS.SolarPlant),
        `${kind === 'park' ? 'plant' : 'roof'} ${number}`,
      );
    case 'Inverter':
      return unit(device, random.pick(BRANDS.Inverter), `inverter ${number}`);
    case 'RetrofitMeter':
      return unit(device, random.pick(BRANDS.RetrofitMeter), `meter ${number}`);
    default:
      return unit(device, random.pick(BRANDS.Meter), `grid meter ${number}`);
  }

  function unit(base: typeof device, brand: string, what: string): FleetDevice {
    return { ...base, brand, name: `${site.town} ${what}`, batteryCapacity: null };
  }
}
