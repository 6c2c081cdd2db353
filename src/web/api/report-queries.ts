import {
  infiniteQueryOptions,
  keepPreviousData,
  partialMatchKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReportBefore } from '../../contract/console/report-before.ts';
import type { Grouping } from '../../contract/console/report-definition.ts';
import type {
  GroupOrder,
  ReportSeries,
  ReportSessionFilter,
} from '../../contract/console/report-result.ts';
import type { ReportRun, RunEntityState } from '../../contract/console/report-run.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import type { StandingGroups } from '../../contract/console/report-stand.ts';
import { callWith } from './client.ts';
import { pages, query } from './query.ts';

/** How often a run at work is read again, in ms. */
const RUN_POLL_MS = 15_000;
/**
 * A draft is made to be seen at once, and mostly of what is known: it is read again quickly at first. While its
 * page is open, it is read now and then even when it is finished, so that it is not removed.
 */
const DRAFT_POLL = { ms: 150, times: 12, keepMs: 600_000 } as const;
/**
 * How often the figures of an unfinished run are read again, in ms, up to so many sessions: they must
 * stay readable, and large sums take the server a while.
 */
const RESULT_POLLS = [
  { sessions: 100_000, ms: 5000 },
  { sessions: 400_000, ms: 20_000 },
  { sessions: Infinity, ms: 60_000 },
] as const;
/** How often it is looked whether the period before is added up, or known by then, in ms. */
const BEFORE_POLLS: Readonly<Partial<Record<ReportBefore['state'], number>>> = {
  adding: 1000,
  unknown: 15_000,
};
/** Rows read at once; so many groups can be rounded together. */
const PER_PAGE = { groups: 1000, entities: 500, sessions: 200 };

/** Runs, the newest first. */
export function reportRunsQuery(limit: number, offset = 0) {
  return queryOptions({
    ...query(REPORT_ROUTES.reportRuns, { query: { limit, offset } }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') === true ? RUN_POLL_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** One run and its progress. @param id undefined: none yet */
export function reportRunQuery(id: string | undefined) {
  return queryOptions({
    ...query(REPORT_ROUTES.reportRun, id === undefined ? null : { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.state !== 'running') return data?.draft === true ? DRAFT_POLL.keepMs : false;
      return data.draft && dataUpdateCount < DRAFT_POLL.times ? DRAFT_POLL.ms : RUN_POLL_MS;
    },
    // One that was just made may be gone already.
    staleTime: 0,
  });
}

/** Keeps a run that a change made, so that its page does not begin empty. */
export function useKeptRun() {
  const client = useQueryClient();
  return {
    onSuccess: (run: ReportRun) => {
      client.setQueryData(reportRunQuery(run.id).queryKey, run);
    },
  };
}

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

/**
 * What results of a run are asked by. Its stand is for their key, and not sent: once the run has ended they are
 * another query, so that its last figures are certain to be read.
 */
const ofRun = (run: RunStand) => ({ params: { id: run.id }, stand: standOf(run) });

/** How long results are fresh: of a run that has ended, forever. */
function paced(run: RunStand) {
  return {
    refetchInterval: resultPollMs(run),
    staleTime: run.state === 'running' ? 0 : Infinity,
  };
}

/** Where a list goes on that has its count on each page; null at its end. */
function offsetAfter<P extends { count: number }>(
  read: readonly P[],
  rowsOf: (page: P) => readonly unknown[],
) {
  const last = read.at(-1);
  const offset = read.reduce((sum, page) => sum + rowsOf(page).length, 0);
  const isEnd = last === undefined || offset >= last.count || rowsOf(last).length === 0;
  return isEnd ? null : { offset };
}

/** What a chart of energy over time asks for. */
export interface SeriesAsked extends Pick<ReportSeries, 'grain' | 'by'> {
  /** Absent: that of most sessions. */
  unit?: string | null | undefined;
}

function seriesOf(run: RunStand, { grain, by, unit }: SeriesAsked) {
  return { ...ofRun(run), query: { grain, by, unit: unit ?? undefined } };
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
export function reportGroupsQuery(run: RunStand, { series, ...asked }: GroupsAsked) {
  const input = { ...ofRun(run), query: { ...asked, limit: asked.limit ?? PER_PAGE.groups } };
  const { queryKey, meta } = query(REPORT_ROUTES.reportGroups, input);
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages', series ?? null] as const,
    meta,
    queryFn: async ({ pageParam: page, signal }): Promise<FiguresPage> => {
      const rows = { ...input, query: { ...input.query, ...page }, signal };
      const [groups, drawn] = await Promise.all([
        callWith(REPORT_ROUTES.reportGroups, rows),
        series !== undefined && page.offset === 0
          ? callWith(REPORT_ROUTES.reportSeries, { ...seriesOf(run, series), signal })
          : undefined,
      ]);
      return drawn === undefined ? groups : { ...groups, series: drawn };
    },
    initialPageParam: { offset: 0 },
    getNextPageParam: (_last, read) => offsetAfter(read, ({ groups }) => groups),
    ...paced(run),
    // What is on screen stays while the same grouping is read in another stand or order.
    placeholderData: (previous, of) => {
      const same = [queryKey[0], { query: { by: asked.by } }];
      return of !== undefined && partialMatchKey(of.queryKey, same) ? previous : undefined;
    },
  });
}

/** What the Entities of a finished run amounted to in the period before. */
export function reportBeforeQuery(run: RunStand) {
  // Not under `stand`: figures are shown without waiting for it.
  const input = { params: { id: run.id }, until: standOf(run) };
  return queryOptions({
    ...query(REPORT_ROUTES.reportBefore, input),
    enabled: run.state === 'complete',
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : (BEFORE_POLLS[data.state] ?? false),
    staleTime: ({ state }) => (state.data?.state === 'known' ? Infinity : 0),
  });
}

/** Findings and exclusions with their counts. */
export function reportFindingsQuery(run: RunStand) {
  const read = query(REPORT_ROUTES.reportFindings, ofRun(run));
  return { ...read, ...paced(run), placeholderData: keepPreviousData };
}

/** Entities of a run, page after page. @param state absent: all of them, failed ones first */
export function reportEntitiesQuery(run: RunStand, state?: RunEntityState['state']) {
  const input = { ...ofRun(run), query: { state, limit: PER_PAGE.entities } };
  const read = pages(REPORT_ROUTES.reportEntities, input, (all) =>
    offsetAfter(all, ({ entities }) => entities),
  );
  return { ...read, ...paced(run), placeholderData: keepPreviousData };
}

/**
 * Sessions of a run that fit a filter, page after page. Where someone reads on, nothing moves, not even when the run
 * ends: its stand is not in the key but kept with each page, and "Refresh" reads again.
 */
export function reportSessionsQuery(run: RunStand, filter: ReportSessionFilter) {
  const input = { params: { id: run.id }, query: { ...filter, limit: PER_PAGE.sessions } };
  const { queryKey, meta } = query(REPORT_ROUTES.reportSessions, input);
  const first: { cursor?: string } = {};
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages'] as const,
    meta,
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...input, query: { ...input.query, ...pageParam }, signal };
      return { ...(await callWith(REPORT_ROUTES.reportSessions, page)), stand: standOf(run) };
    },
    initialPageParam: first,
    getNextPageParam: ({ cursor }) => (cursor === null ? null : { cursor }),
    refetchOnWindowFocus: false,
  });
}
