import { useMutation, useMutationState } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { mutation } from '../../api/query.ts';
import { useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import type { RunSearch } from './run-search.ts';

/** Whether this operator can change the report's period or tariff: not once it is sealed. */
export function useCanExplore(run: Pick<ReportRun, 'hash' | 'draft'>): boolean {
  const { allowed } = usePermission('run-reports');
  return run.hash === null && !run.draft && allowed;
}

const keyOf = (id: string) => ['explore', id] as const;

/** Whether another run takes the place of this one: it may be gone already, and its page is about to change. */
export function useIsReplaced(id: string): boolean {
  const states = useMutationState({
    filters: { mutationKey: keyOf(id) },
    select: ({ state }) => state.status,
  });
  return states.some((status) => status === 'pending' || status === 'success');
}

/**
 * Shows the same report for another period or tariff.
 * @returns `show` is null if the run is sealed or the operator lacks the permission
 */
export function useExplore(run: ReportRun, search: RunSearch) {
  const navigate = useNavigate();
  const canExplore = useCanExplore(run);
  const explore = useMutation({
    ...mutation(REPORT_ROUTES.exploreReport),
    ...useKeptRun(),
    mutationKey: keyOf(run.id),
    // Over as soon as its page shows the other run.
    gcTime: 0,
  });
  const { period, tariff } = run.definition;
  const show = (change: Partial<Pick<ReportDefinition, 'period' | 'tariff'>>) =>
    explore.mutate(
      { params: { id: run.id }, body: { period, tariff, ...change } },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/reports/$runId', params: { runId: id }, search, replace: true }),
      },
    );
  return { explore, show: canExplore ? show : null };
}
