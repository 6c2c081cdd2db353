import { useMemo } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { groupingOf, type Grouping } from './groups.ts';

const NONE: PlaceMap['types'] = [];

/** The groups of a map: the same ones until their counts change, however often the map is read again. */
export function useGrouping(map: PlaceMap | undefined, by: 'type' | 'outcome'): Grouping {
  const types = map?.types ?? NONE;
  const outcomes = map?.outcomes ?? NONE;
  return useMemo(() => groupingOf({ types, outcomes }, by), [types, outcomes, by]);
}
