import { useQuery } from '@tanstack/react-query';
import {
  OFFBOARDING_ROUTES,
  type PendingOffboarding,
} from '../../../contract/console/offboarding.ts';
import { query } from '../../api/query.ts';

/** The Entities that are being offboarded, as the console last heard; undefined before they are read. */
function usePendingOffboardings(): readonly PendingOffboarding[] | undefined {
  return useQuery(query(OFFBOARDING_ROUTES.pendingOffboardings)).data?.pending;
}

/** Who asked for a request, if it was made in this console. */
export function useRequester(requestId: string): PendingOffboarding | undefined {
  const { pending = [], ended = [] } =
    useQuery(query(OFFBOARDING_ROUTES.pendingOffboardings)).data ?? {};
  return [...pending, ...ended].find((each) => each.requestId === requestId);
}

/** The Pending request of an Entity, if there is one. */
export function useOffboarding(entityId: string): PendingOffboarding | undefined {
  return usePendingOffboardings()?.find((each) => each.entityId === entityId);
}
