import { queryOptions } from '@tanstack/react-query';
import type {
  DispatchPlan,
  DryRun,
  DryRunGroupKind,
  DryRunList,
} from '../../contract/console/dry-run.ts';
import { DRY_RUN_ROUTES } from '../../contract/console/dry-run.ts';
import { callConsole } from './client.ts';

/** Entities per page of the list behind a number. */
export const DRY_RUN_PAGE = 50;

/** Runs a dry run of a dispatch. Nothing is sent. */
export type ReadDryRun = (plan: DispatchPlan, signal: AbortSignal) => Promise<DryRun>;

/** Requests it from the console's server. */
export function readDryRun(plan: DispatchPlan, signal: AbortSignal): Promise<DryRun> {
  return callConsole(DRY_RUN_ROUTES.dryRun, { body: plan, signal });
}

/** The dry run of a plan. Each review reads it again; an old answer is never shown as a new one. */
export function dryRunQuery(plan: DispatchPlan, read: ReadDryRun = readDryRun) {
  return queryOptions({
    queryKey: ['dry-run', plan],
    queryFn: ({ signal }) => read(plan, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** A page of the Entities behind one number of a dry run. */
export function dryRunListQuery(plan: DispatchPlan, group: DryRunGroupKind, page: number) {
  return queryOptions({
    queryKey: ['dry-run', 'list', plan, group, page],
    queryFn: ({ signal }): Promise<DryRunList> =>
      callConsole(DRY_RUN_ROUTES.dryRunList, {
        body: { ...plan, group, offset: (page - 1) * DRY_RUN_PAGE, limit: DRY_RUN_PAGE },
        signal,
      }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
