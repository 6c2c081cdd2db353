import { isoInstant } from '../../../domain/instant.ts';
import { addDays } from '../../../domain/time.ts';
import { computedUpTo, sessionsEndingOn } from '../../devices/charging.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { randomFor, uuidFor } from '../../random.ts';
import { personIn } from '../person.ts';
import { World, type WorldInput } from '../world-schema.ts';
import { type Device, fleetDevices, poolDevices, solarDevices } from './devices.ts';
import {
  CHARGING_ROUNDS,
  FEED_IN_ROUNDS,
  PLANNED_ROUNDS,
  commandHistory,
  plannedCommands,
} from './history.ts';
import { type Place, POOL_TOWNS, rounded } from './places.ts';

/** Days of charge sessions at the start of the demo. */
const HISTORY_DAYS = 90;
/** How long offline devices have reported no sessions, in days. */
const SILENT_DAYS = 20;
/** Devices of the fleet that are also in the flexibility pool: some vans, some charge points. */
const POOLED = [...Array.from({ length: 10 }, (_, index) => index * 4), 44, 48, 52, 56];

type EntityInput = NonNullable<WorldInput['entities']>[number];
type LocationInput = NonNullable<WorldInput['locations']>[number];

/**
 * The built-in world: a delivery fleet, a solar farm and a flexibility pool that overlaps with the
 * fleet, with the computed sessions of the last 90 days and three weeks of Commands.
 * @param seed the same seed and day give the same world
 * @param nowMs decides today's date (UTC) and which days are computed, in milliseconds since the epoch
 */
export function demoWorld(seed: number, nowMs: number): World {
  const today = isoInstant(nowMs).slice(0, 10);
  const random = randomFor(seed, 'demo');
  const id = (...parts: (string | number)[]) => uuidFor(seed, 'demo', ...parts);
  const operator = id('organisation', 'operator');
  const cooperative = id('organisation', 'cooperative');

  const locations: LocationInput[] = [];
  const settle = (
    part: string,
    devices: readonly Device[],
    owner: Pick<EntityInput, 'organisationId' | 'sharedWith'>,
  ) =>
    devices.map((device, index) => {
      const entity = { id: id(part, index), ...owner, ...device.entity };
      for (const [number, { label, place }] of device.places.entries()) {
        locations.push({
          id: id(part, index, 'location', number),
          entityId: entity.id,
          label,
          ...around(place, part === 'pool' ? 0.03 : 0.004),
        });
      }
      return entity;
    });
  const around = (place: Place, spread: number) => ({
    latitude: rounded(place.latitude + random.between(-spread, spread)),
    longitude: rounded(place.longitude + random.between(-spread, spread)),
  });

  const shared = { organisationId: cooperative, sharedWith: [operator] };
  const fleet = settle('fleet', fleetDevices(random), { organisationId: operator });
  const solar = settle('solar', solarDevices(), { organisationId: operator });
  const pool = settle('pool', poolDevices(random), shared);
  const retired = settle('retired', [retiredHeatPump()], shared);
  const pooled = [...fleet.filter((_, index) => POOLED.includes(index)), ...pool];
  const entities = [...fleet, ...solar, ...pool, ...retired];
  const person = (name: string) => personIn([seed, 'demo'], name);

  return World.parse({
    lives: true,
    organisations: [
      { id: operator, name: 'Maasmond Logistics & Energy' },
      { id: cooperative, name: 'Flexpool Cooperative' },
    ],
    collectives: [
      {
        id: id('collective', 'fleet'),
        name: 'Rotterdam Delivery Vans',
        type: 'Fleet',
        owner: operator,
        organisationId: operator,
        properties: { depots: 4 },
        entities: fleet.map((entity) => entity.id),
        members: [
          person('Marieke de Wit'),
          person('Sander Kuipers'),
          // A subcontractor, whose vans joined with him.
          { ...person('Yusuf Demir'), entities: fleet.slice(38, 44).map((entity) => entity.id) },
        ],
      },
      {
        id: id('collective', 'solar'),
        name: 'Alentejo Solar Farm',
        type: 'SolarFarm',
        owner: operator,
        organisationId: operator,
        entities: solar.map((entity) => entity.id),
        members: [person('Inês Carvalho'), person('Rui Baptista')],
      },
      {
        id: id('collective', 'pool'),
        name: 'Benelux Flexibility Pool',
        type: 'VirtualPowerPlant',
        owner: cooperative,
        ...shared,
        entities: pooled.map((entity) => entity.id),
        members: [
          person('Marieke de Wit'),
          { ...person('Lotte Peeters'), entities: pool.slice(0, 2).map((entity) => entity.id) },
          { ...person('Jean-Luc Dupont'), entities: pool.slice(2, 3).map((entity) => entity.id) },
          person('Anke Vermeulen'),
        ],
      },
    ],
    entities,
    locations,
    chargeSessions: sessionsOf(seed, computedUpTo(nowMs), entities, locations),
    commands: [
      ...commandHistory(seed, today, [
        { entities: fleet.map(chargeable), rounds: CHARGING_ROUNDS },
        { entities: solar.map(chargeable), rounds: FEED_IN_ROUNDS },
        { entities: pool.map(chargeable), rounds: CHARGING_ROUNDS.slice(0, 6) },
      ]),
      ...plannedCommands(seed, today, solar, PLANNED_ROUNDS),
    ],
    offboardingRequests: [
      {
        id: id('offboarding', 0),
        principalId: person('Anke Vermeulen').id,
        status: 'Pending',
        data: { id: retired[0]?.id ?? id('retired', 0) },
      },
      {
        id: id('offboarding', 1),
        principalId: person('Sander Kuipers').id,
        status: 'Canceled',
        data: { id: id('fleet', 7) },
      },
    ],
  });
}

/** A device that is being replaced: no longer in a Collective, with an offboarding request. */
function retiredHeatPump(): Device {
  const [place] = POOL_TOWNS;
  return {
    entity: {
      type: 'HeatPump',
      brand: 'Daikin',
      name: `${place.name} old heat pump`,
      behaviour: 'offline',
    },
    places: [{ label: `Home, ${place.name}`, place }],
  };
}

/** An Entity with the fields that decide its charging; an absent field is unknown. */
function chargeable<Entity extends Pick<EntityInput, 'brand' | 'batteryCapacity'>>(entity: Entity) {
  return {
    ...entity,
    brand: entity.brand ?? null,
    batteryCapacity: entity.batteryCapacity ?? null,
  };
}

function sessionsOf(
  seed: number,
  beforeDate: string,
  entities: readonly EntityInput[],
  locations: readonly LocationInput[],
) {
  const byEntity = groupBy(locations, (location) => location.entityId);
  const dates = Array.from({ length: HISTORY_DAYS }, (_, at) =>
    addDays(beforeDate, at - HISTORY_DAYS),
  );
  const reported = (entity: EntityInput) =>
    entity.behaviour === 'offline' ? dates.slice(0, -SILENT_DAYS) : dates;
  return entities
    .filter((entity) => entity.features?.some(({ isEnabled }) => isEnabled))
    .flatMap((entity) => {
      const charging = { ...chargeable(entity), locations: byEntity.get(entity.id) ?? [] };
      return reported(entity).flatMap((date) => sessionsEndingOn(seed, charging, date));
    });
}
