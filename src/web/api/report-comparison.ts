import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type { GroupOrder } from '../../contract/console/report-result.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { callConsole } from './client.ts';
import { reportKeys } from './report-keys.ts';
import { resultPollMs, standOf, type RunStand } from './report-results.ts';

const GROUPS_PER_PAGE = 200;
const SESSIONS_PER_PAGE = 100;

/** Two runs: the one on the page, and the earlier one it is compared with. */
export interface RunPair {
  later: RunStand;
  earlier: RunStand;
}

function ofPair({ later, earlier }: RunPair, ...what: readonly unknown[]) {
  const growing = later.state === 'running' || earlier.state === 'running';
  return {
    queryKey: [
      ...reportKeys.results(later.id),
      'comparison',
      ...what,
      earlier.id,
      standOf(earlier),
      standOf(later),
    ] as const,
    refetchInterval: resultPollMs(later) || resultPollMs(earlier),
    staleTime: growing ? 0 : Infinity,
  };
}

/** Totals side by side, and how many sessions differ. */
export function comparisonQuery(pair: RunPair) {
  return queryOptions({
    ...ofPair(pair, 'totals'),
    queryFn: ({ signal }) =>
      callConsole(REPORT_ROUTES.compareReports, {
        params: { id: pair.later.id },
        query: { earlier: pair.earlier.id },
        signal,
      }),
  });
}

/** Order and filters of groups side by side. */
export interface GroupPairsAsked {
  by: Grouping;
  order: GroupOrder | 'change';
  direction: 'up' | 'down';
}

/** Groups side by side, page after page. */
export function groupPairsQuery(pair: RunPair, asked: GroupPairsAsked) {
  return infiniteQueryOptions({
    ...ofPair(pair, 'groups', asked),
    queryFn: ({ pageParam, signal }) =>
      callConsole(REPORT_ROUTES.compareReportGroups, {
        params: { id: pair.later.id },
        query: { earlier: pair.earlier.id, ...asked, limit: GROUPS_PER_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return read < count && pages.at(-1)?.rows.length !== 0 ? read : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

function firstCursor(): string | null {
  return null;
}

/** Sessions in which two runs differ, page after page. */
export function differencesQuery(pair: RunPair, kind: 'added' | 'changed' | 'vanished') {
  return infiniteQueryOptions({
    ...ofPair(pair, 'differences', kind),
    queryFn: ({ pageParam, signal }) =>
      callConsole(REPORT_ROUTES.reportDifferences, {
        params: { id: pair.later.id },
        query: {
          earlier: pair.earlier.id,
          kind,
          cursor: pageParam ?? undefined,
          limit: SESSIONS_PER_PAGE,
        },
        signal,
      }),
    initialPageParam: firstCursor(),
    getNextPageParam: (last) => last.cursor,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}
