import DownloadIcon from '@mui/icons-material/Download';
import LockOutlinedIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { IDEMPOTENCY_HEADER } from '../../../contract/console/headers.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatNumber } from '../../../domain/format.ts';
import { formOf } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import {
  BOUNDARY_LABELS,
  GROUPING_LABELS,
  RELATION_LABELS,
  runTitle,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { reportFileMutation, type WantedFile } from '../../api/report-files.ts';
import { reportFindingsQuery, useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { saveContent } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { RunStateMark } from '../../components/status/run-state-mark.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import { SEALED_STYLE } from '../../theme/status.ts';
import { groupingOf } from './group-rows.ts';
import {
  allReadMessage,
  asOfMessage,
  canBeSealed,
  doubtfulMessage,
  partialMessage,
  periodLabel,
  provisionalMessage,
  sealMessage,
  tariffLabel,
} from './run-labels.ts';
import type { RunSearch } from './run-search.ts';

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

interface RunHeaderProps {
  run: ReportRun;
  fresh: ReactNode;
  actions: ReactNode;
}

/** Title and facts of a run; once it is sealed, the hash of its manifest, which is among its files. */
function RunHeader({ run, fresh, actions }: RunHeaderProps) {
  const { definition, saved, relation } = run;
  const names = useCollectiveNames();
  const title = runTitle(run, names);
  const seal = sealMessage(run);
  const asOf = asOfMessage(run);
  const provisional = provisionalMessage(run, definition.zone);
  return (
    <PageHeader
      title={title}
      documentTitle={`${title}, ${periodLabel(run)} · Reports`}
      above={<AppLink to="/reports">Reports</AppLink>}
      fresh={fresh}
      actions={actions}
    >
      <RunStateMark state={run.state} />
      {seal !== null && <SealedMark text={seal} />}
      {seal !== null && <span>{seal}</span>}
      {run.hash !== null && (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          SHA-256 <CopyText text={run.hash} label={run.hash} what="the hash of the manifest" mono />
        </Box>
      )}
      <span>
        {periodLabel(run)}, {zoneLabel(definition)}
      </span>
      {run.name !== null && <span>{scopeLabel(definition.scope, names)}</span>}
      <span>{BOUNDARY_LABELS[definition.boundary]}</span>
      <span>{tariffLabel(run)}</span>
      {saved !== null && <span>Definition version {saved.version}</span>}
      {run.state === 'complete' && <span>{allReadMessage(run)}</span>}
      {canBeSealed(run) && <span>Not sealed</span>}
      {asOf !== null && <span>{asOf}</span>}
      {relation !== null && (
        <span>
          {RELATION_LABELS[relation.kind]} of{' '}
          <TextLink to="/reports/$runId" params={{ runId: relation.run }}>
            an earlier run
          </TextLink>
        </span>
      )}
      {provisional !== null && (
        <span style={{ color: 'var(--mui-palette-status-amber)' }}>{provisional}</span>
      )}
    </PageHeader>
  );
}

/** Marks a report that can no longer change; shows who sealed it and when, if known. */
function SealedMark({ text }: { text: string }) {
  return (
    <Tooltip title={text}>
      <span style={{ display: 'inline-flex' }}>
        <StatusMark label="Sealed" style={SEALED_STYLE} icon={LockOutlinedIcon} />
      </span>
    </Tooltip>
  );
}

interface SealDialogProps {
  run: ReportRun;
  onClose: () => void;
}

/** Asks before a report is sealed, which is final, and shows what is sealed. */
function SealDialog({ run, onClose }: SealDialogProps) {
  const names = useCollectiveNames();
  // A repeat with the same key is safe.
  const [key] = useState(randomId);
  const seal = useMutation(mutation(REPORT_ROUTES.sealReport));
  const findings = useQuery(reportFindingsQuery(run));
  const asOf = asOfMessage(run);
  const partial = partialMessage(run);
  const provisional = provisionalMessage(run, run.definition.zone);
  return (
    <ConfirmDialog
      title={`Seal “${runTitle(run, names)}”`}
      act="Seal the report"
      sending={seal}
      failed="The report was not sealed"
      keep="Not yet"
      onConfirm={() =>
        seal.mutate(
          { params: { id: run.id }, headers: { [IDEMPOTENCY_HEADER]: key } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <FactList>
        <Fact name="Period">
          {periodLabel(run)}, {zoneLabel(run.definition)}
        </Fact>
        <Fact name="Entities">{scopeLabel(run.definition.scope, names)}</Fact>
        <Fact name="Tariff">{tariffLabel(run)}</Fact>
        <Fact name="Read">{partial ?? allReadMessage(run)}</Fact>
        <Fact name="Doubtful">{doubtfulMessage(findings)}</Fact>
        {asOf !== null && <Fact name="Figures">{asOf}</Fact>}
      </FactList>
      {provisional !== null && <Typography variant="body2">{provisional}</Typography>}
      <Typography variant="body2">
        These figures and their manifest are hashed and stay as they are: a sealed report cannot be
        changed or unsealed. Newer data needs another run.
      </Typography>
    </ConfirmDialog>
  );
}
