import { MAP_STEPS, type PlaceMap, type PlaceRow } from '../../contract/console/places.ts';
import { AS_OF, van } from './fleet-samples.ts';
import { uuid } from './samples.ts';

/** Towns of the demo world with types and outcomes of their Entities; the last has no valid coordinates. */
const PLACES = [
  ['Depot Waalhaven', 51.8854, 4.4362, 'EV', 'verified'],
  ['Depot Waalhaven', 51.8861, 4.4371, 'EV', 'failed'],
  ['Dordrecht bay 4', 51.8133, 4.6901, 'EV', 'acknowledged'],
  ['Antwerpen', 51.2194, 4.4025, 'HeatPump', null],
  ['Évora north', 38.5714, -7.9135, 'Inverter', 'verified'],
  [null, 951, -4000, null, null],
] as const;

/** Rows of the list of places. */
export const PLACE_ROWS: readonly PlaceRow[] = PLACES.map(
  ([label, latitude, longitude, entityType, outcome], at) => ({
    id: uuid(400 + at),
    label,
    latitude,
    longitude,
    entityId: uuid(at + 1),
    entityName: entityType === 'EV' ? van(at + 1).name : label,
    entityType,
    outcome,
    knownAt: AS_OF,
  }),
);

function base64(numbers: Int32Array | Uint16Array | Uint8Array): string {
  return btoa(String.fromCodePoint(...new Uint8Array(numbers.buffer)));
}

function groups(names: readonly (string | null)[]) {
  const named = [...new Set(names)];
  return {
    groups: named.map((name) => {
      const count = names.filter((each) => each === name).length;
      return { name, count, entities: count };
    }),
    numbers: names.map((name) => named.indexOf(name)),
  };
}

/** The same places in the format of the map. */
export function placeMap(): PlaceMap {
  const shown = PLACE_ROWS.filter(({ latitude }) => Math.abs(latitude) <= 90);
  const types = groups(shown.map(({ entityType }) => entityType));
  const outcomes = groups(shown.map(({ outcome }) => outcome));
  const steps = (degrees: number) => Math.round(degrees * MAP_STEPS);
  return {
    count: shown.length,
    entities: shown.length,
    odd: PLACE_ROWS.length - shown.length,
    types: types.groups,
    outcomes: outcomes.groups,
    points: base64(
      Int32Array.from(shown.flatMap((row) => [steps(row.latitude), steps(row.longitude)])),
    ),
    typeOf: base64(Uint16Array.from(types.numbers)),
    outcomeOf: base64(Uint8Array.from(outcomes.numbers)),
    startOf: base64(new Uint8Array(shown.length).fill(1)),
    asOf: AS_OF,
  };
}
