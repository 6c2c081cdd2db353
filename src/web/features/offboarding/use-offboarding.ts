import { useQuery } from '@tanstack/react-query';
import {
  OFFBOARDING_ROUTES,
  type PendingOffboarding,
} from '../../../contract/console/offboarding.ts';
import { query } from '../../api/query.ts';

/** The requests as the console last heard; none before they are read. */
function useOffboardings() {
  const { pending = [], ended = [] } =
    useQuery(query(OFFBOARDING_ROUTES.pendingOffboardings)).data ?? {};
  return { pending, ended };
}

/** Who asked for a request, if it was made in this console. */
export function useRequester(requestId: string): PendingOffboarding | undefined {
  const { pending, ended } = useOffboardings();
  return [...pending, ...ended].find((each) => each.requestId === requestId);
}

/** The Pending request of an Entity, if there is one. */
export function useOffboarding(entityId: string): PendingOffboarding | undefined {
  return useOffboardings().pending.find((each) => each.entityId === entityId);
}
