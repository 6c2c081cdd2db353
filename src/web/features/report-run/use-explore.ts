import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { exploreReportMutation } from '../../api/report-runs.ts';
import { usePermission } from '../../api/session.ts';
import type { RunSearch } from './run-search.ts';

/** Whether this operator can change the report's period or tariff: not once it is sealed. */
export function useCanExplore(run: Pick<ReportRun, 'hash' | 'draft'>): boolean {
  const { allowed } = usePermission('run-reports');
  return run.hash === null && !run.draft && allowed;
}

/**
 * Shows the same report for another period or tariff.
 * @returns `show` is null if the run is sealed or the operator lacks the permission
 */
export function useExplore(run: ReportRun, search: RunSearch) {
  const navigate = useNavigate();
  const canExplore = useCanExplore(run);
  const explore = useMutation(exploreReportMutation(useQueryClient(), run.id));
  const { period, tariff } = run.definition;
  const show = (change: Partial<Pick<ReportDefinition, 'period' | 'tariff'>>) =>
    explore.mutate(
      { period, tariff, ...change },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/reports/$runId', params: { runId: id }, search, replace: true }),
      },
    );
  return { explore, show: canExplore ? show : null };
}
