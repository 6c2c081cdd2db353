import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { knownQuery, query } from '../../api/query.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { knownAnswer, knownList } from '../../components/known.tsx';

/** What the console's store has of an Entity beside the lists of the Service. */
export const fleetEntity = (id: string) =>
  query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id } });

export const featuresOf = (entityId: string) =>
  knownQuery(ENDPOINTS.listFeatures, { params: { entityId } });

/** The features of an Entity. */
export function useFeatures(entityId: string) {
  const asked = featuresOf(entityId);
  return knownAnswer(useQuery(asked), useNote(asked.queryKey));
}

export const capacityOf = (entityId: string) =>
  knownQuery(ENDPOINTS.getBatteryCapacity, { params: { entityId } });

/** The battery capacity of an Entity. @param isAsked whether the Service is asked */
export function useCapacity(entityId: string, isAsked = true) {
  const asked = capacityOf(entityId);
  return knownAnswer(useQuery({ ...asked, enabled: isAsked }), useNote(asked.queryKey));
}

/** The places of an Entity, page after page. */
export const locationPages = (entityId: string) =>
  servicePages(ENDPOINTS.listLocations, { params: { entityId }, query: { pageSize: 200 } });

/** The places of an Entity, all pages. */
export function usePlaces(entityId: string) {
  const asked = locationPages(entityId);
  const { pages, ...list } = useAllPages(useInfiniteQuery(asked));
  const rows = useMemo(() => (pages === undefined ? undefined : mergeRows(pages)), [pages]);
  return knownList(list, rows, useNote(asked.queryKey));
}
