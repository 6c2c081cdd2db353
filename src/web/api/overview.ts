import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { OVERVIEW_ROUTES, type Overview } from '../../contract/console/overview.ts';
import { callConsole } from './client.ts';

/** How often the Overview is read again if nothing is pushed, in ms: plans become due. */
const POLL_MS = 30_000;
/** The same while the server adds something up for the first time. */
const FIRST_MS = 1000;
/** The same while the server is recomputing sums. */
const BEHIND_MS = 2000;

export const overviewKeys = { all: ['overview'] as const };

const isWhole = ({ energy, others, entities }: Overview) =>
  energy !== null && others !== null && entities.reads !== null;

/** The whole fleet at a glance. @param zone IANA name of the zone whose days are counted */
export function overviewQuery(zone: string) {
  return queryOptions({
    queryKey: [...overviewKeys.all, zone] as const,
    queryFn: ({ signal }) => callConsole(OVERVIEW_ROUTES.overview, { query: { zone }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return POLL_MS;
      if (!isWhole(data)) return FIRST_MS;
      return data.isBehind ? BEHIND_MS : POLL_MS;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What other systems sent and planned. @param zone IANA name of the zone whose days are counted */
export function othersCommandsQuery(zone: string) {
  return queryOptions({
    queryKey: [...overviewKeys.all, 'others-commands', zone] as const,
    queryFn: ({ signal }) =>
      callConsole(OVERVIEW_ROUTES.othersCommands, { query: { zone }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return POLL_MS;
      if (data.rounds === null) return FIRST_MS;
      return data.isBehind ? BEHIND_MS : POLL_MS;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Dismisses an item under "Needs attention" until its cause changes. */
export function dismissAttentionMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (dismissal: { key: string; reason: string }) =>
      callConsole(OVERVIEW_ROUTES.dismissAttention, { body: dismissal }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewKeys.all }),
  });
}

/** Shows a dismissed item again. */
export function restoreAttentionMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (key: string) => callConsole(OVERVIEW_ROUTES.restoreAttention, { body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewKeys.all }),
  });
}
