import { useMemo } from 'react';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { VERDICTS, VERDICT_LABELS, type Verdict } from '../../../domain/command-status.ts';
import { formatCount, typeLabel } from '../../../domain/format.ts';
import { nearestTurn, type Bounds } from '../../../domain/places.ts';
import { entityToneColor, entityTypeStyle } from '../../theme/entity-type-style.ts';
import { VERDICT_STYLES, toneColor, type StatusTone } from '../../theme/status.ts';
import { bytesOf, decodePoints } from './place-columns.ts';

/** One colour of the map, with the mark that distinguishes it without colour. */
export interface Group {
  label: string;
  /** CSS. */
  color: string;
  /** One or two characters. */
  mark: string;
  /** Entities, and their places on the map. */
  entities: number;
  count: number;
}

/** The groups of a map, and the group of each number in its columns. */
export interface Grouping {
  groups: readonly Group[];
  groupOf: readonly number[];
}

/** "44 Entities (52 places)"; the places only if an Entity has several. */
export function formatEntities(entities: number, places: number): string {
  const counted = formatCount(entities, 'Entity', 'Entities');
  return places === entities ? counted : `${counted} (${formatCount(places, 'place', 'places')})`;
}

/** The most types that a legend names. */
const NAMED_TYPES = 12;

function byType({ types }: Pick<PlaceMap, 'types'>): Grouping {
  const order = types
    .map((type, at) => ({ ...type, at, label: typeLabel(type.name) }))
    .toSorted((a, b) => b.entities - a.entities || a.label.localeCompare(b.label));
  const room = order.length > NAMED_TYPES ? NAMED_TYPES - 1 : order.length;
  const others = order.slice(room);
  const groups = order.slice(0, room).map(({ name, label, count, entities }) => {
    const { tone, mark } = entityTypeStyle(name === NO_VALUE ? null : name);
    return { label, count, entities, color: entityToneColor(tone), mark };
  });
  if (others.length > 0) {
    const count = others.reduce((sum, each) => sum + each.count, 0);
    const entities = others.reduce((sum, each) => sum + each.entities, 0);
    groups.push({ label: 'Other types', count, entities, color: toneColor('grey'), mark: '+' });
  }
  const groupOf = types.map((_, at) =>
    Math.min(
      room,
      order.findIndex((each) => each.at === at),
    ),
  );
  return { groups, groupOf };
}

const OUTCOME_MARKS: Readonly<Record<Verdict, string>> = {
  pending: '…',
  triggered: '›',
  sent: '»',
  acknowledged: '○',
  verified: '✓',
  disproven: '≠',
  failed: '✕',
  canceled: '–',
  unknown: '!',
  unrecognised: '?',
  unrequested: '≁',
  incapable: '∅',
};

function byOutcome({ outcomes }: Pick<PlaceMap, 'outcomes'>): Grouping {
  const rank = (name: string | null) => {
    const at = VERDICTS.findIndex((verdict) => verdict === name);
    return at === -1 ? VERDICTS.length : at;
  };
  const order = outcomes
    .map((outcome, at) => ({ ...outcome, at }))
    .toSorted((a, b) => rank(a.name) - rank(b.name));
  const groups = order.map(({ name, count, entities }) => {
    const verdict = VERDICTS.find((each) => each === name) ?? null;
    const tone: StatusTone = verdict === null ? 'grey' : VERDICT_STYLES[verdict].tone;
    return {
      label: verdict === null ? (name ?? 'No Command known') : VERDICT_LABELS[verdict],
      count,
      entities,
      color: toneColor(tone),
      mark: verdict === null ? '·' : OUTCOME_MARKS[verdict],
    };
  });
  return { groups, groupOf: outcomes.map((_, at) => order.findIndex((each) => each.at === at)) };
}

/** The meaning of the colours of a map. */
export function groupingOf(
  map: Pick<PlaceMap, 'types' | 'outcomes'>,
  by: 'type' | 'outcome',
): Grouping {
  return by === 'type' ? byType(map) : byOutcome(map);
}

const NONE: PlaceMap['types'] = [];

/** The groups of a map: the same ones until their counts change, however often the map is read again. */
export function useGrouping(map: PlaceMap | undefined, by: 'type' | 'outcome'): Grouping {
  const types = map?.types ?? NONE;
  const outcomes = map?.outcomes ?? NONE;
  return useMemo(() => groupingOf({ types, outcomes }, by), [types, outcomes, by]);
}

type Columns = Pick<PlaceMap, 'points' | 'startOf' | 'typeOf' | 'outcomeOf'>;

/** The groups with what of them is in a part of the map. */
export function groupsWithin(
  map: Columns,
  { groups, groupOf }: Grouping,
  by: 'type' | 'outcome',
  [south, west, north, east]: Bounds,
): Group[] {
  const counts = groups.map((group) => ({ ...group, entities: 0, count: 0 }));
  const { latitudes, longitudes } = decodePoints(map.points);
  const starts = bytesOf(map.startOf);
  const numbers = bytesOf(by === 'type' ? map.typeOf : map.outcomeOf);
  let isCounted = false;
  for (let at = 0; at < latitudes.length; at += 1) {
    if (starts.getUint8(at) === 1) isCounted = false;
    const latitude = latitudes[at] ?? 0;
    const longitude = nearestTurn(longitudes[at] ?? 0, (west + east) / 2);
    if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
    const number = by === 'type' ? numbers.getUint16(at * 2, true) : numbers.getUint8(at);
    const group = counts[groupOf[number] ?? 0];
    if (group === undefined) continue;
    group.count += 1;
    // The places of an Entity are consecutive.
    if (!isCounted) group.entities += 1;
    isCounted = true;
  }
  return counts;
}
