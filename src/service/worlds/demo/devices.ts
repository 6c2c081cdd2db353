import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { NEEDS_CAPACITY } from '../../catalogue.ts';
import { type Behaviour, charges } from '../../devices/behaviours.ts';
import type { Random } from '../../random.ts';
import type { WorldInput } from '../world-schema.ts';
import { DEPOTS, HOMES, POOL_TOWNS, type Place, SOLAR_SITES } from './places.ts';

type EntityInput = NonNullable<WorldInput['entities']>[number];

/** A device of the demo, before it has an id and an owner. */
export interface Device {
  entity: Pick<EntityInput, 'type' | 'brand' | 'name' | 'batteryCapacity' | 'features'> & {
    behaviour: Behaviour;
  };
  places: { label: string; place: Place }[];
}

/** Brand, model and usable capacity in kWh. */
type Model = readonly [string, string, number];

/** Vans of delivery fleets. */
export const VANS: readonly [Model, ...Model[]] = [
  ['Ford', 'E-Transit', 68],
  ['Mercedes-Benz', 'eSprinter', 81],
  ['Volkswagen', 'ID. Buzz Cargo', 77],
  ['Renault', 'Kangoo E-Tech', 45],
  ['Peugeot', 'e-Expert', 75],
  ['Opel', 'Vivaro Electric', 75],
  ['Citroën', 'ë-Berlingo', 50],
  ['Fiat', 'E-Ducato', 79],
];
/** Cars of households and firms. */
export const CARS: readonly [Model, ...Model[]] = [
  ['BMW', 'i4', 81],
  ['Volkswagen', 'ID.3', 58],
  ['Renault', 'Mégane E-Tech', 60],
  ['Ford', 'Explorer', 77],
  ['Mercedes-Benz', 'EQA', 70],
];
const CHARGERS = ['Alfen', 'Easee', 'Wallbox', 'Alpitronic'] as const;
const WALLBOXES = ['Easee', 'Wallbox', 'Alfen'] as const;

/** Devices with a behaviour other than prompt, by their index in their part of the demo. */
const TROUBLED_FLEET: Readonly<Record<number, Behaviour>> = {
  6: 'offline',
  12: 'slow',
  13: 'slow',
  23: 'flaky',
  31: 'acknowledges-and-ignores',
  37: 'verification-fails',
  40: 'slow',
  49: 'offline',
};
const TROUBLED_SOLAR: Readonly<Record<number, Behaviour>> = {
  4: 'flaky',
  17: 'offline',
  21: 'slow',
};
const TROUBLED_POOL: Readonly<Record<number, Behaviour>> = { 9: 'flaky', 24: 'offline' };

function at<T>(choices: readonly [T, ...T[]], index: number): T {
  return choices[index % choices.length] ?? choices[0];
}

function two(index: number): string {
  return String(index + 1).padStart(2, '0');
}

function capture(type: string, isEnabled: boolean): Device['entity']['features'] {
  return charges(type) ? [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled }] : [];
}

const VAN_COUNT = 44;
const FLEET_COUNT = 60;

/** Vans and the charge points of their depots. */
export function fleetDevices(random: Random): Device[] {
  return Array.from({ length: FLEET_COUNT }, (_, index) => {
    const behaviour = TROUBLED_FLEET[index] ?? 'prompt';
    const depot = at(DEPOTS, index);
    const atDepot = { label: `Depot ${depot.name}`, place: depot };
    if (index >= VAN_COUNT) {
      const bay = Math.floor((index - VAN_COUNT) / DEPOTS.length);
      return {
        entity: {
          type: 'ChargePoint',
          brand: at(CHARGERS, bay),
          name: `${depot.name.split(',')[0]} bay ${bay + 1}`,
          features: capture('ChargePoint', true),
          behaviour,
        },
        places: [atDepot],
      };
    }
    const [brand, model, capacity] = at(VANS, index);
    // Two vans lack a capacity, without which their brand captures no sessions.
    const isNew = NEEDS_CAPACITY.has(brand) && index >= 36 && index < 38;
    const home = random.pick(HOMES);
    return {
      entity: {
        type: 'EV',
        brand,
        name: `Van ${two(index)} ${model}`,
        batteryCapacity: isNew ? null : capacity,
        features: capture('EV', !isNew),
        behaviour,
      },
      places: [
        atDepot,
        ...(random.chance(0.6) ? [{ label: `Home, ${home.name}`, place: home }] : []),
        ...(random.chance(0.25)
          ? [{ label: `Depot ${at(DEPOTS, index + 1).name}`, place: at(DEPOTS, index + 1) }]
          : []),
      ],
    };
  });
}

/** Solar plants, their inverters and the meter of one. */
export function solarDevices(): Device[] {
  const brands = ['SMA', 'Sungrow', 'Huawei', 'Fronius'] as const;
  const device = (type: string, brand: string, name: string, site: Place, index: number) => ({
    entity: { type, brand, name, behaviour: TROUBLED_SOLAR[index] ?? ('prompt' as const) },
    places: [{ label: `${site.name} solar park`, place: site }],
  });
  return Array.from({ length: 30 }, (_, index) => {
    const site = at(SOLAR_SITES, index);
    const brand = at(brands, Math.floor(index / 2));
    if (index < 8) return device('SolarPlant', brand, `${site.name} plant`, site, index);
    if (index < 29) {
      const number = Math.floor(index / SOLAR_SITES.length);
      return device('Inverter', brand, `${site.name} inverter ${number}`, site, index);
    }
    return device('Meter', 'Landis+Gyr', `${site.name} grid meter`, site, index);
  });
}

/** Charge points and cars of households and firms, and four devices that take no charging Command. */
export function poolDevices(random: Random): Device[] {
  return Array.from({ length: 32 }, (_, index): Device => {
    const town = at(POOL_TOWNS, index);
    const behaviour = TROUBLED_POOL[index] ?? 'prompt';
    const places = [{ label: `Home, ${town.name}`, place: town }];
    const device = (entity: Omit<Device['entity'], 'behaviour'>): Device => ({
      entity: { ...entity, behaviour },
      places,
    });
    if (index < 14) {
      return device({
        type: 'ChargePoint',
        brand: at(WALLBOXES, index),
        name: `${town.name} wallbox ${two(index)}`,
        features: capture('ChargePoint', true),
      });
    }
    if (index < 28) {
      const [brand, model, batteryCapacity] = at(CARS, index);
      return device({
        type: 'EV',
        brand,
        name: `${model}, ${town.name}`,
        batteryCapacity,
        features: capture('EV', true),
      });
    }
    if (index === 28) {
      return device({
        type: 'Battery',
        brand: 'sonnen',
        name: `${town.name} battery`,
        batteryCapacity: random.pick([5, 10, 13.5, 15.4]),
      });
    }
    if (index === 29) {
      return device({ type: 'HeatPump', brand: 'Vaillant', name: `${town.name} heat pump` });
    }
    if (index === 30) {
      return device({ type: 'SolarPlant', brand: 'SolarEdge', name: `${town.name} roof` });
    }
    return device({ type: 'RetrofitMeter', brand: 'Shelly', name: `${town.name} meter` });
  });
}
