import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Relation, ReportRun } from '../../../contract/console/report-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { formOf } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { mutation, mutationOf } from '../../api/query.ts';
import { reportFileMutation } from '../../api/report-files.ts';
import { groupsForPrint, useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { saveContent } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { groupsAsked } from './group-rows.ts';
import { ReportFiles } from './report-files.tsx';
import { RunHeader } from './run-header.tsx';
import { canBeSealed } from './run-labels.ts';
import type { ShownPartProps } from './run-part.ts';
import { SealDialog } from './seal-dialog.tsx';

/** The header of a run with its actions and their results. */
export function RunTop({
  run,
  shown,
  search,
  onSearch,
  fresh,
}: ShownPartProps & { fresh: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const permission = usePermission('run-reports');
  const params = { id: run.id };
  const [bytes, setBytes] = useState(0);
  const change = useMutation(mutation(REPORT_ROUTES.changeReportRun));
  const [isSealing, setSealing] = useState(false);
  const relating = useMutation({ ...mutation(REPORT_ROUTES.relateReport), ...useKeptRun() });
  const print = useMutation(
    mutationOf(() => groupsForPrint(client, run, groupsAsked(run, search))),
  );
  const load = useMutation(reportFileMutation(run.id, setBytes, saveContent));
  const relate = (kind: Relation) =>
    relating.mutate(
      { params, body: { kind } },
      {
        onSuccess: ({ id }) => {
          if (kind === 'again') void navigate({ to: '/reports/$runId', params: { runId: id } });
          else onSearch({ tab: 'compare', earlier: id });
        },
      },
    );
  const actions = (
    <Box className="no-print" sx={{ display: 'flex', gap: 1 }}>
      <StateButton
        run={run}
        denial={permission.reason}
        disabled={change.isPending}
        onChange={(state) => change.mutate({ params, body: { state } })}
      />
      {canBeSealed(run) && (
        <Tooltip title={permission.reason ?? ''}>
          <Button
            variant="contained"
            aria-disabled={!permission.allowed}
            onClick={() => {
              if (permission.allowed) setSealing(true);
            }}
          >
            Seal
          </Button>
        </Tooltip>
      )}
      <PopPanel label="Export" icon={<DownloadIcon />}>
        <ReportFiles
          run={run}
          search={search}
          disabled={load.isPending}
          onLoad={(wanted) => load.mutate(wanted)}
        />
      </PopPanel>
      <MoreMenu>
        {RELATIONS.map(({ kind, label }) => (
          <Button
            key={kind}
            color="inherit"
            data-closes=""
            disabled={!permission.allowed || relating.isPending}
            onClick={() => relate(kind)}
          >
            {label}
          </Button>
        ))}
        <Button
          color="inherit"
          data-closes=""
          disabled={print.isPending}
          onClick={() => print.mutate(undefined, { onSuccess: () => window.print() })}
        >
          Print
        </Button>
        <LinkButton color="inherit" to="/reports/new" search={definitionSearch(run)}>
          {permission.allowed ? 'Edit definition' : 'Show definition'}
        </LinkButton>
        {permission.reason !== null && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.5 }}>
            {permission.reason}
          </Typography>
        )}
      </MoreMenu>
    </Box>
  );
  return (
    <>
      <RunHeader run={shown} fresh={fresh} actions={actions} />
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
      {relating.error !== null && <ErrorPanel what="No run was started" error={relating.error} />}
      {print.error !== null && (
        <ErrorPanel what="The groups could not be read for the print" error={print.error} />
      )}
    </>
  );
}

/** The form of a new report with the definition of a run; it is named by the run if it is too long for a URL. */
function definitionSearch({ id, definition }: ReportRun): { d?: string; run?: string } {
  const { text, leftOut } = linkOf(formOf(definition));
  return leftOut > 0 ? { run: id } : { d: text };
}

const RELATIONS: readonly { kind: Relation; label: string }[] = [
  { kind: 'again', label: 'Run again' },
  { kind: 'previous', label: 'Compare with the previous period' },
  { kind: 'last-year', label: 'Compare with last year' },
];

interface StateButtonProps {
  run: ReportRun;
  /** Why this operator may not, or null. */
  denial: string | null;
  disabled: boolean;
  onChange: (state: 'running' | 'stopped') => void;
}

function StateButton({ run, denial, disabled, onChange }: StateButtonProps) {
  const isRunning = run.state === 'running';
  if (!isRunning && run.state !== 'stopped') return null;
  return (
    <Tooltip title={denial ?? ''}>
      <Button
        variant={isRunning ? 'outlined' : 'contained'}
        color={isRunning ? 'inherit' : 'primary'}
        disabled={disabled}
        aria-disabled={denial !== null}
        onClick={() => {
          if (denial === null) onChange(isRunning ? 'stopped' : 'running');
        }}
      >
        {isRunning ? 'Stop' : 'Resume'}
      </Button>
    </Tooltip>
  );
}
