import { useMutation } from '@tanstack/react-query';
import { COLLECTIVE_RESOURCES, FLEET_RESOURCES } from '../../../contract/console/choices.ts';
import type { EntityFilter } from '../../../contract/console/directory-list.ts';
import { FLEET_ROUTES, type FleetChoice } from '../../../contract/console/fleet.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { call } from '../../api/client.ts';
import { mutation, mutationOf } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import type { ShownRead } from '../../components/as-of.tsx';

/** What the console keeps of an Entity, but older sessions, which take a request for each page. */
const OF_ENTITY = FLEET_RESOURCES.filter((each) => each !== 'history');

const ofEntities = (entityIds: string[]): FleetChoice => {
  return { entityIds, collectiveId: null, resources: OF_ENTITY, only: 'all' };
};

/**
 * Has the console read an Entity, or all of a Collective, at the Service before everything that is due.
 * @returns makes that a part of the refresh of what a page shows, for operators who may
 */
export function useRefreshReads(of: { entityId: string } | { collectiveId: string }) {
  const { allowed } = usePermission('refresh-fleet');
  const { mutate, isPending, error } = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const body: FleetChoice =
    'entityId' in of
      ? ofEntities([of.entityId])
      : {
          entityIds: null,
          collectiveId: of.collectiveId,
          resources: [...OF_ENTITY, ...COLLECTIVE_RESOURCES],
          only: 'all',
        };
  return (read: ShownRead): ShownRead => {
    if (!allowed) return read;
    if ('refetch' in read) {
      const refetch = () => {
        mutate({ body });
        return read.refetch();
      };
      return {
        ...read,
        refetch,
        error: error ?? read.error,
        isFetching: read.isFetching || isPending,
      };
    }
    const refresh = () => {
      mutate({ body });
      read.refresh();
    };
    return { ...read, refresh, error: error ?? read.error, fetching: read.fetching || isPending };
  };
}

/** Has the console read some Entities. @returns how many */
export const refreshEntities = mutationOf(async (entityIds: readonly string[]): Promise<number> => {
  await call(FLEET_ROUTES.refreshFleet, { body: ofEntities([...entityIds]) });
  return entityIds.length;
}, FLEET_ROUTES.refreshFleet.touches);

/** Has the console read the Entities of a filtered list. @returns how many, or null if they are too many */
export const refreshFiltered = mutationOf(async (filter: EntityFilter): Promise<number | null> => {
  const { entities, total } = await call(JOB_ROUTES.bulkTargets, { body: { filter } });
  if (total > entities.length) return null;
  if (total === 0) return 0;
  await call(FLEET_ROUTES.refreshFleet, { body: ofEntities(entities.map(({ id }) => id)) });
  return total;
}, FLEET_ROUTES.refreshFleet.touches);
