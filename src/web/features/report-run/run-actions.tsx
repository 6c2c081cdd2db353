import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { formOf } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { mutation } from '../../api/query.ts';
import { reportFileMutation, type WantedFile } from '../../api/report-files.ts';
import { useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { saveContent } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { groupingOf } from './group-rows.ts';
import { RunHeader } from './run-header.tsx';
import { canBeSealed } from './run-labels.ts';
import type { RunSearch } from './run-search.ts';
import { SealDialog } from './seal-dialog.tsx';

interface RunTopProps {
  run: ReportRun;
  search: RunSearch;
  fresh: ReactNode;
}

/** The header of a run with its actions and their results. */
export function RunTop({ run, search, fresh }: RunTopProps) {
  const navigate = useNavigate();
  const { allowed, reason } = usePermission('run-reports');
  const params = { id: run.id };
  const [bytes, setBytes] = useState(0);
  const [isSealing, setSealing] = useState(false);
  const change = useMutation(mutation(REPORT_ROUTES.changeReportRun));
  const again = useMutation({ ...mutation(REPORT_ROUTES.relateReport), ...useKeptRun() });
  const load = useMutation(reportFileMutation(run.id, setBytes, saveContent));
  const isRunning = run.state === 'running';
  const actions = (
    <Box className="no-print" sx={{ display: 'flex', gap: 1 }}>
      {(isRunning || run.state === 'stopped') && (
        <PermittedButton
          denial={reason}
          variant={isRunning ? 'outlined' : 'contained'}
          color={isRunning ? 'inherit' : 'primary'}
          disabled={change.isPending}
          onClick={() =>
            change.mutate({ params, body: { state: isRunning ? 'stopped' : 'running' } })
          }
        >
          {isRunning ? 'Stop' : 'Resume'}
        </PermittedButton>
      )}
      {canBeSealed(run) && (
        <PermittedButton denial={reason} variant="contained" onClick={() => setSealing(true)}>
          Seal
        </PermittedButton>
      )}
      <PopPanel label="Export" icon={<DownloadIcon />}>
        {filesOf(run, search).map(({ label, ...wanted }) => (
          <Button
            key={label}
            color="inherit"
            data-closes=""
            disabled={load.isPending}
            onClick={() => load.mutate(wanted)}
            sx={{ justifyContent: 'flex-start', fontWeight: 400 }}
          >
            {label}
          </Button>
        ))}
      </PopPanel>
      <MoreMenu>
        <Button
          color="inherit"
          data-closes=""
          disabled={!allowed || again.isPending}
          onClick={() =>
            again.mutate(
              { params, body: { kind: 'again' } },
              {
                onSuccess: ({ id }) =>
                  void navigate({ to: '/reports/$runId', params: { runId: id } }),
              },
            )
          }
        >
          Run again
        </Button>
        {/* Once the menu is closed: it must not be on the paper. */}
        <Button color="inherit" data-closes="" onClick={() => setTimeout(() => window.print())}>
          Print
        </Button>
        <LinkButton color="inherit" to="/reports/new" search={definitionSearch(run)}>
          {allowed ? 'Edit definition' : 'Show definition'}
        </LinkButton>
        {reason !== null && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.5 }}>
            {reason}
          </Typography>
        )}
      </MoreMenu>
    </Box>
  );
  return (
    <>
      <RunHeader run={run} fresh={fresh} actions={actions} />
      <Live sx={{ fontSize: '0.8125rem' }}>
        {load.isPending && `Reading the file: ${formatNumber(Math.ceil(bytes / 1024))} kB so far`}
        {load.isSuccess &&
          `Saved as ${load.data}${run.state === 'complete' ? '' : '; it is marked partial'}`}
      </Live>
      {load.error !== null && (
        <ErrorPanel
          what="The file was not saved"
          error={load.error}
          onRetry={() => {
            if (load.variables !== undefined) load.mutate(load.variables);
          }}
          retrying={load.isPending}
        />
      )}
      {change.error !== null && (
        <ErrorPanel
          what={
            change.variables.body.state === 'stopped'
              ? 'The run was not stopped'
              : 'The run was not resumed'
          }
          error={change.error}
        />
      )}
      {isSealing && <SealDialog run={run} onClose={() => setSealing(false)} />}
      {again.error !== null && <ErrorPanel what="No run was started" error={again.error} />}
    </>
  );
}

/** The files of a run: all its sessions, the rows of the grouping shown, and what was sealed. */
function filesOf(run: ReportRun, search: RunSearch): readonly (WantedFile & { label: string })[] {
  const by = groupingOf(run, search);
  const rows = GROUPING_LABELS[by].toLowerCase();
  return [
    { format: 'csv', by: null, label: 'CSV of sessions' },
    { format: 'xlsx', by: null, label: 'XLSX of sessions' },
    { format: 'csv', by, label: `CSV by ${rows}` },
    { format: 'xlsx', by, label: `XLSX by ${rows}` },
    ...(run.hash === null ? [] : [{ format: 'manifest', label: 'Manifest as JSON' } as const]),
  ];
}

/** The form of a new report with the definition of a run; it is named by the run if it is too long for a URL. */
function definitionSearch({ id, definition }: ReportRun): { d?: string; run?: string } {
  const { text, leftOut } = linkOf(formOf(definition));
  return leftOut > 0 ? { run: id } : { d: text };
}
