import {
  DRY_RUN_ROUTES,
  type DispatchPlan,
  type DryRun,
  type DryRunCount,
} from '../../../contract/console/dry-run.ts';
import { query } from '../../api/query.ts';

/** Entities per page of the list behind a number. */
export const DRY_RUN_PAGE = 50;

/** Runs a dry run of a dispatch. Nothing is sent. */
export type ReadDryRun = (plan: DispatchPlan, signal: AbortSignal) => Promise<DryRun>;

/** The dry run of a plan. Each review reads it again; an old answer is never shown as a new one. */
export function dryRunOf(plan: DispatchPlan, read?: ReadDryRun) {
  const queryFn = read && (({ signal }: { signal: AbortSignal }) => read(plan, signal));
  return {
    ...query(DRY_RUN_ROUTES.dryRun, { body: plan }),
    ...(queryFn && { queryFn }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  };
}

/** A page of the Entities behind one number of a dry run. @param page from 1 */
export function dryRunEntities(plan: DispatchPlan, count: DryRunCount, page: number) {
  const offset = (page - 1) * DRY_RUN_PAGE;
  return {
    ...query(DRY_RUN_ROUTES.dryRunList, { body: { ...plan, count, offset, limit: DRY_RUN_PAGE } }),
    // Nothing tells that it changed, and it belongs to a number that was just read.
    staleTime: 0,
    refetchOnWindowFocus: false,
  };
}
