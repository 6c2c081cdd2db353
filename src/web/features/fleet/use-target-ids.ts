import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BULK_ROUTES } from '../../../contract/console/bulk-routes.ts';
import type { FleetChoice } from '../../../contract/console/fleet.ts';
import { query } from '../../api/query.ts';
import type { RefreshTarget } from './refresh-target.ts';

interface TargetIds {
  /** Null while not known, or if it does not fit in one request. */
  choice: Pick<FleetChoice, 'entityIds' | 'collectiveId'> | null;
  /** Whether more Entities match than one request can name. */
  tooMany: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** The Entity ids of a target; those of a filter are requested. */
export function useTargetIds(target: RefreshTarget): TargetIds {
  const asked = target.kind === 'filter' ? { body: { filter: target.filter } } : null;
  const { data, error, refetch } = useQuery({
    ...query(BULK_ROUTES.bulkTargets, asked),
    placeholderData: keepPreviousData,
  });
  const given = { tooMany: false, error: null, refetch };
  switch (target.kind) {
    case 'all':
      return { ...given, choice: { entityIds: null, collectiveId: null } };
    case 'collective':
      return { ...given, choice: { entityIds: null, collectiveId: target.id } };
    case 'entities':
      return { ...given, choice: { entityIds: [...target.ids], collectiveId: null } };
    case 'filter': {
      const tooMany = data !== undefined && data.total > data.entities.length;
      const ids = data?.entities.map(({ id }) => id) ?? [];
      const isKnown = ids.length > 0 && !tooMany;
      return {
        choice: isKnown ? { entityIds: ids, collectiveId: null } : null,
        tooMany,
        error,
        refetch,
      };
    }
  }
}
