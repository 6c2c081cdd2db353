import { useQuery } from '@tanstack/react-query';
import {
  OFFBOARDING_ROUTES,
  type PendingOffboarding,
} from '../../../contract/console/offboarding.ts';
import { query } from '../../api/query.ts';

/** The Entities that are being offboarded, as the console last heard; undefined before they are read. */
export function usePendingOffboardings(): readonly PendingOffboarding[] | undefined {
  return useQuery(query(OFFBOARDING_ROUTES.pendingOffboardings)).data?.pending;
}

/** The Pending request of an Entity, if there is one. */
export function useOffboarding(entityId: string): PendingOffboarding | undefined {
  return usePendingOffboardings()?.find((each) => each.entityId === entityId);
}
