import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PlaceFilter } from '../../../contract/console/places.ts';
import { placeMapQuery, placeStatusQuery, readPlacesAgain } from '../../api/places.ts';

/** How often map and list are refreshed during a sync, in ms: few, and many places. */
const GATHERING_MS = [2500, 15_000] as const;
const MANY = 5000;

/**
 * The places of a map, followed while they are synced and read once more when that ends.
 * @param collective whose sync is followed; undefined: that of all
 */
export function usePlaceMap(filter: PlaceFilter, collective: string | undefined) {
  const queryClient = useQueryClient();
  const status = useQuery(placeStatusQuery(collective));
  const gathering = status.data?.gathering?.state === 'running';
  const many = (status.data?.places ?? 0) > MANY;
  const interval = gathering ? GATHERING_MS[many ? 1 : 0] : (false as const);
  const map = useQuery({ ...placeMapQuery(filter), refetchInterval: interval });
  const wasGathering = useRef(false);
  useEffect(() => {
    if (wasGathering.current && !gathering) void readPlacesAgain(queryClient);
    wasGathering.current = gathering;
  }, [gathering, queryClient]);
  return { status, map, interval };
}
