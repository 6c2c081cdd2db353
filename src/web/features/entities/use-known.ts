import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FleetResource } from '../../../contract/console/choices.ts';
import { FLEET_ENTITY_ROUTES, type FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { storedOf } from '../../components/stored-of.ts';
import { knownAnswer, knownList, type StoredValue } from '../../components/known.tsx';

/** All that the console's store has of an Entity. */
export const fleetEntity = (id: string) =>
  query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id } });

/**
 * What the console's store has of a resource.
 * @returns null while that is read, and if the resource was never read: that differs from "none"
 */
export function useStored<Value>(
  entityId: string,
  resource: FleetResource,
  valueOf: (entity: FleetEntity) => Value | null,
): StoredValue<Value> | null {
  const { data: entity } = useQuery(fleetEntity(entityId));
  const age = entity?.reads.find((each) => each.resource === resource);
  return storedOf(entity && valueOf(entity), age);
}

/** The features of an Entity. */
export function useFeatures(entityId: string) {
  const stored = useStored(entityId, 'features', ({ features }) => features);
  const leftOut = useLeftOut('listFeatures', { entityId });
  return knownAnswer(
    useQuery(query(ENDPOINTS.listFeatures, { params: { entityId } })),
    stored,
    leftOut,
  );
}

/** The battery capacity of an Entity. @param isAsked whether the Service is asked */
export function useCapacity(entityId: string, isAsked = true) {
  const stored = useStored(entityId, 'capacity', ({ capacity }) => capacity);
  return knownAnswer(
    useQuery(query(ENDPOINTS.getBatteryCapacity, isAsked ? { params: { entityId } } : null)),
    stored,
  );
}

/** The places of an Entity, page after page. */
export const locationPages = (entityId: string) =>
  servicePages(ENDPOINTS.listLocations, { params: { entityId }, query: { pageSize: 200 } });

/** The places of an Entity, all pages. */
export function usePlaces(entityId: string) {
  const { pages, ...list } = useAllPages(useInfiniteQuery(locationPages(entityId)));
  const stored = useStored(entityId, 'locations', ({ locations }) => locations);
  const rows = useMemo(() => (pages === undefined ? undefined : mergeRows(pages)), [pages]);
  return knownList(list, rows, stored, useLeftOut('listLocations', { entityId }));
}
