import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import type { ReportBefore } from '../../contract/console/report-before.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type {
  GroupOrder,
  ReportDistribution,
  ReportSeries,
  ReportSessionFilter,
} from '../../contract/console/report-result.ts';
import type { StandingGroups } from '../../contract/console/report-stand.ts';
import type { ReportRun, RunEntityState } from '../../contract/console/report-run.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { callConsole } from './client.ts';
import { reportKeys } from './report-keys.ts';

/**
 * How often the figures of an unfinished run are read again, in ms, up to so many sessions: they must
 * stay readable, and large sums take the server a while.
 */
const RESULT_POLLS = [
  { sessions: 100_000, ms: 5000 },
  { sessions: 400_000, ms: 20_000 },
  { sessions: Infinity, ms: 60_000 },
] as const;
/** Rows of a grouping that are read at once; so many can be rounded together. */
const GROUPS_PER_PAGE = 1000;
/** Sessions read at once. */
const SESSIONS_PER_PAGE = 200;
const ENTITIES_PER_PAGE = 500;

/** The part of a run that its results depend on: they are read again now and then until it ends, and once more then. */
export interface RunStand extends Pick<ReportRun, 'id' | 'state' | 'finishedAt' | 'hash'> {
  progress: Pick<ReportRun['progress'], 'sessions'>;
}

/** In which state of a run something was read; the same until it ends. */
export function standOf({ state, finishedAt, hash }: RunStand): string {
  return state === 'running' ? 'growing' : `${state} ${finishedAt ?? ''} ${hash ?? ''}`;
}

/** How often results of a run are read again; false: they do not change any more. */
export function resultPollMs({ state, progress }: RunStand): number | false {
  if (state !== 'running') return false;
  return RESULT_POLLS.find(({ sessions }) => progress.sessions <= sessions)?.ms ?? false;
}

function resultOf(run: RunStand, ...what: readonly unknown[]) {
  return {
    // Once the run has ended this is another query: its last figures are certain to be read.
    queryKey: [...reportKeys.results(run.id), ...what, standOf(run)] as const,
    refetchInterval: resultPollMs(run),
    staleTime: run.state === 'running' ? 0 : Infinity,
  };
}

/** What of a run in this stand is read for the first time. */
export const lastFigures = (run: RunStand): QueryFilters => ({
  queryKey: reportKeys.results(run.id),
  predicate: ({ queryKey, state }) => queryKey.at(-1) === standOf(run) && state.data === undefined,
});

interface Asked {
  signal: AbortSignal;
}

/** What a chart of energy over time asks for. */
export interface SeriesAsked extends Pick<ReportSeries, 'grain' | 'by'> {
  /** Absent: that of most sessions. */
  unit?: string | null | undefined;
}

function readSeries({ id }: RunStand, { grain, by, unit }: SeriesAsked, signal: AbortSignal) {
  return callConsole(REPORT_ROUTES.reportSeries, {
    params: { id },
    query: { grain, by, unit: unit ?? undefined },
    signal,
  });
}

/** How rows of a grouping are asked for. */
export interface GroupsAsked {
  by: Grouping;
  order?: GroupOrder | undefined;
  direction?: 'up' | 'down' | undefined;
  limit?: number | undefined;
  /** The chart that is shown with the rows: it is read with them, so that both are of one moment. */
  series?: SeriesAsked | undefined;
}

/** Rows of a grouping, and on the first page the chart that was read with them. */
export type FiguresPage = StandingGroups & { series?: ReportSeries };

/** Rows of a grouping, a page at a time, and the totals. */
export function reportGroupsQuery(run: RunStand, asked: GroupsAsked) {
  const { by, order, direction, limit = GROUPS_PER_PAGE, series } = asked;
  return infiniteQueryOptions({
    ...resultOf(run, 'groups', by, order ?? 'key', direction ?? 'up', limit, series ?? null),
    queryFn: async ({ pageParam, signal }): Promise<FiguresPage> => {
      const [groups, drawn] = await Promise.all([
        callConsole(REPORT_ROUTES.reportGroups, {
          params: { id: run.id },
          query: { by, order, direction, limit, offset: pageParam },
          signal,
        }),
        series !== undefined && pageParam === 0 ? readSeries(run, series, signal) : undefined,
      ]);
      return drawn === undefined ? groups : { ...groups, series: drawn };
    },
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.groups.length, 0);
      return read < count && pages.at(-1)?.groups.length !== 0 ? read : undefined;
    },
    placeholderData: keepSame(2, by),
  });
}

/** Keeps what is on screen while the same thing is read in another stand or order. */
function keepSame(at: number, value: string) {
  return <T>(previous: T | undefined, of: { queryKey: readonly unknown[] } | undefined) =>
    of?.queryKey[at + 2] === value ? previous : undefined;
}

/** How often it is looked whether the period before is added up, or known by then, in ms. */
const BEFORE_POLLS: Readonly<Partial<Record<ReportBefore['state'], number>>> = {
  adding: 1000,
  unknown: 15_000,
};

/** What the Entities of a finished run amounted to in the period before. */
export function reportBeforeQuery(run: RunStand) {
  return queryOptions({
    // Last is not the stand: figures are shown without waiting for it.
    queryKey: [...reportKeys.results(run.id), standOf(run), 'before'] as const,
    queryFn: ({ signal }: Asked) =>
      callConsole(REPORT_ROUTES.reportBefore, { params: { id: run.id }, signal }),
    enabled: run.state === 'complete',
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : (BEFORE_POLLS[data.state] ?? false),
    staleTime: ({ state }) => (state.data?.state === 'known' ? Infinity : 0),
  });
}

/** Energy over time by the largest groups, of a run that is compared with. */
export function reportSeriesQuery(run: RunStand, asked: SeriesAsked) {
  return queryOptions({
    ...resultOf(run, 'series', asked),
    queryFn: ({ signal }: Asked) => readSeries(run, asked, signal),
    placeholderData: keepPreviousData,
  });
}

/** How many sessions have how much. */
export function reportDistributionQuery(
  run: RunStand,
  of: ReportDistribution['of'],
  unit: string | null,
) {
  return queryOptions({
    ...resultOf(run, 'distribution', of, unit),
    queryFn: ({ signal }: Asked) =>
      callConsole(REPORT_ROUTES.reportDistribution, {
        params: { id: run.id },
        query: { of, unit: unit ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

function firstCursor(): string | null {
  return null;
}

/** Sessions of a run that fit a filter, page after page. */
export function reportSessionsQuery(run: RunStand, filter: ReportSessionFilter) {
  return infiniteQueryOptions({
    // Where someone reads on, nothing moves, not even when the run ends; "Refresh" reads again.
    queryKey: [...reportKeys.results(run.id), 'sessions', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam ?? undefined, limit: SESSIONS_PER_PAGE };
      const page = await callConsole(REPORT_ROUTES.reportSessions, {
        params: { id: run.id },
        query,
        signal,
      });
      return { ...page, stand: standOf(run) };
    },
    initialPageParam: firstCursor(),
    getNextPageParam: (last) => last.cursor,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Findings and exclusions with their counts. */
export function reportFindingsQuery(run: RunStand) {
  return queryOptions({
    ...resultOf(run, 'findings'),
    queryFn: ({ signal }: Asked) =>
      callConsole(REPORT_ROUTES.reportFindings, {
        params: { id: run.id },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Entities of a run, page after page. @param state absent: all of them, failed ones first */
export function reportEntitiesQuery(run: RunStand, state?: RunEntityState['state']) {
  return infiniteQueryOptions({
    ...resultOf(run, 'entities', state ?? 'all'),
    queryFn: ({ pageParam, signal }) =>
      callConsole(REPORT_ROUTES.reportEntities, {
        params: { id: run.id },
        query: { state, limit: ENTITIES_PER_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const read = pages.reduce((sum, page) => sum + page.entities.length, 0);
      return read < count && pages.at(-1)?.entities.length !== 0 ? read : undefined;
    },
    placeholderData: keepSame(1, 'entities'),
  });
}

/** What a run was made of; refused while it is not sealed. */
export function reportManifestQuery(run: RunStand) {
  return queryOptions({
    ...resultOf(run, 'manifest'),
    queryFn: ({ signal }: Asked) =>
      callConsole(REPORT_ROUTES.reportManifest, { params: { id: run.id }, signal }),
    refetchInterval: false,
  });
}

/** Reads the groups that are shown, and their change, where they are not there yet: paper shows only what was read. */
export function groupsForPrintMutation(client: QueryClient, run: RunStand, asked: GroupsAsked) {
  return mutationOptions({
    mutationFn: () =>
      Promise.all([
        client.ensureInfiniteQueryData(reportGroupsQuery(run, asked)),
        // Without it, paper says that it is not known.
        run.state === 'complete' && client.prefetchQuery(reportBeforeQuery(run)),
      ]),
  });
}
