import { mutationOptions, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission } from '../../contract/console/access.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import type { Operator, SessionAnswer } from '../../contract/console/session.ts';
import { CONFIRM_ENTITIES_DEFAULT } from '../../domain/confirmation-rule.ts';
import {
  denialReason,
  EVERY_COMMAND,
  mayDispatch,
  permits,
  type WantedDispatch,
} from '../../domain/permissions.ts';
import { call, isSignedOutUnstored } from './client.ts';
import { showPageOf } from './page-operator.ts';
import { query } from './query.ts';

/** The signed-in operator, and the ways to sign in. */
export const sessionQuery = queryOptions({
  ...query(SESSION_ROUTES.session),
  staleTime: 60_000,
});

/** What the server last said of the session; undefined before the first answer. */
const useSession = () => useQuery(sessionQuery).data;

/** Forgets the operator of this page and what they read. */
function leaveSession(client: QueryClient): void {
  client.clear();
  showPageOf(null);
}

/** Begins the session of an operator who has just signed in. */
export function enterSession(client: QueryClient, answer: SessionAnswer): void {
  // What another operator read must not be shown to this one.
  leaveSession(client);
  client.setQueryData(sessionQuery.queryKey, answer);
}

/** Whether operators sign in with their own password here. */
export const useHasPassword = () => useSession()?.signIn.password ?? false;

/** The host of the identity provider that operators sign in with, or null. */
export const useProvider = (): string | null => useSession()?.signIn.provider ?? null;

/** The host of the identity provider if it signed this operator in, so that it confirms who they are; or null. */
export function useOwnProvider(): string | null {
  const data = useSession();
  return data?.byProvider === true ? (data.signIn.provider ?? null) : null;
}

/** Ends the session and drops everything read in it. */
export function signOutMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: () => call(SESSION_ROUTES.signOut),
    onSuccess: () => leaveSession(client),
    onError: (thrown: Error) => {
      if (isSignedOutUnstored(thrown)) leaveSession(client);
    },
  });
}

/** The signed-in operator, or null. */
export const useOperator = (): Operator | null => useSession()?.operator ?? null;

/** The unit of battery capacities, from the configuration; the interface does not give it. */
export const useCapacityUnit = () => useSession()?.capacityUnit ?? 'kWh';

/** What replaces the built-in basemap, from the configuration, or null. */
export const useMapTiles = () => useSession()?.basemap ?? null;

/** Whether the console reads the fleet in the background, from the configuration. */
export const useReadsFleet = () => useSession()?.readsFleet !== false;

/** The cursor from which this page follows changes, as when it was opened; null: unknown. */
export function useFollowedFrom(): string | null {
  const data = useSession();
  const [since] = useState(data?.cursor ?? null);
  return since;
}

/** Whether the operator may do something, and the reason in words if not. */
export function usePermission(permission: Permission): { allowed: boolean; reason: string | null } {
  const operator = useOperator();
  if (operator === null) return { allowed: false, reason: 'Nobody is signed in.' };
  return permits(operator.role, permission)
    ? { allowed: true, reason: null }
    : { allowed: false, reason: denialReason(operator.role, permission) };
}

/** Why the operator may not send a dispatch, or null. @param wanted its Commands */
export function useDispatchDenial(wanted: readonly WantedDispatch[]): string | null {
  const data = useSession();
  const operator = data?.operator ?? null;
  // Without grants in the answer only the server can tell.
  if (operator === null) return null;
  const rights = { role: operator.role, grants: data?.grants ?? [EVERY_COMMAND] };
  for (const each of wanted) {
    const decided = mayDispatch(rights, each);
    if (!decided.allowed) return decided.reason;
  }
  return null;
}

/** Above this many Entities the operator must type the Collective's name; from the configuration. */
export const useConfirmEntities = () => useSession()?.confirmEntities ?? CONFIRM_ENTITIES_DEFAULT;
