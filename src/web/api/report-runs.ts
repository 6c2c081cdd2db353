import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { IDEMPOTENCY_HEADER, REASON_HEADER } from '../../contract/console/headers.ts';
import type { ReportDefinition } from '../../contract/console/report-definition.ts';
import type { Relation, ReportRun } from '../../contract/console/report-run.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { callConsole } from './client.ts';
import { reportKeys } from './report-keys.ts';

/** How often a run at work is read again, in ms: with pushed changes and without. */
const RUN_POLL_MS = { followed: 15_000, alone: 3000 } as const;
/**
 * A draft is made to be seen at once, and mostly of what is known: it is read again quickly at first. While its
 * page is open, it is read now and then even when it is finished, so that it is not removed.
 */
const DRAFT_POLL = { ms: 150, times: 12, keepMs: 600_000 } as const;
/** Runs, the newest first. */
export function reportRunsQuery(limit: number, offset = 0) {
  const queryKey = reportKeys.runs(limit, offset);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      callConsole(REPORT_ROUTES.reportRuns, {
        query: { limit, offset },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') === true ? pollMs() : false,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const pollMs = () => RUN_POLL_MS.followed;

/** One run and its progress. */
export function reportRunQuery(id: string) {
  const queryKey = reportKeys.run(id);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callConsole(REPORT_ROUTES.reportRun, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.state !== 'running') return data?.draft === true ? DRAFT_POLL.keepMs : false;
      return data.draft && dataUpdateCount < DRAFT_POLL.times ? DRAFT_POLL.ms : pollMs();
    },
    staleTime: 0,
  });
}

/** Stops a run, or resumes it. */
export function changeReportMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (state: 'running' | 'stopped'): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.changeReportRun, { params: { id }, body: { state } }),
    onSuccess: (changed) => {
      client.setQueryData(reportKeys.run(id), changed);
      return client.invalidateQueries({ queryKey: reportKeys.lists });
    },
  });
}

/** Seals a finished run. Its variable is the idempotency key: a repeat with the same one is safe. */
export function sealReportMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (key: string): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.sealReport, {
        params: { id },
        headers: { [IDEMPOTENCY_HEADER]: key },
      }),
    onSuccess: (sealed) => {
      client.setQueryData(reportKeys.run(id), sealed);
      return client.invalidateQueries({ queryKey: reportKeys.lists });
    },
  });
}

/** Makes a run from another one, or finds the one that is there. */
export function relateReportMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (kind: Relation): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.relateReport, { params: { id }, body: { kind } }),
    onSuccess: (related) => {
      client.setQueryData(reportKeys.run(related.id), related);
      void client.invalidateQueries({ queryKey: reportKeys.lists });
    },
  });
}

/** Shows a run that is not sealed with another period or tariff; the new run takes its place. */
export function exploreReportMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationKey: reportKeys.explore(id),
    // Over as soon as its page shows the other run.
    gcTime: 0,
    mutationFn: (change: Pick<ReportDefinition, 'period' | 'tariff'>): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.exploreReport, { params: { id }, body: change }),
    onSuccess: (run) => {
      client.setQueryData(reportKeys.run(run.id), run);
      void client.invalidateQueries({ queryKey: reportKeys.lists });
    },
  });
}

/** Reads again what could not be read of one Entity, or of all where null is given. */
export function retryReportMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (entityId: string | null) =>
      callConsole(REPORT_ROUTES.retryReport, { params: { id }, body: { entityId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: reportKeys.run(id) }),
        client.invalidateQueries({ queryKey: reportKeys.results(id) }),
      ]),
  });
}

/** Deletes a run with all that was read; a sealed one needs a reason. */
export function deleteReportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, reason }: { id: string; reason: string | null }) =>
      callConsole(REPORT_ROUTES.deleteReportRun, {
        params: { id },
        headers: reason === null ? {} : { [REASON_HEADER]: encodeURIComponent(reason) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: reportKeys.lists }),
  });
}

/**
 * Has single runs read again, but those that another one takes the place of: they may be gone already, and
 * their page is about to change.
 */
export function readRunsAgain(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: reportKeys.details,
    predicate: ({ queryKey: [, , id] }) =>
      typeof id !== 'string' ||
      !client
        .getMutationCache()
        .findAll({ mutationKey: reportKeys.explore(id) })
        .some(({ state }) => state.status === 'pending' || state.status === 'success'),
  });
}
