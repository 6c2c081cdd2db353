import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  BOUNDARY_LABELS,
  RELATION_LABELS,
  runTitle,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RunStateMark } from '../../components/status/run-state-mark.tsx';
import { SealedMark } from '../../components/status/sealed-mark.tsx';
import {
  allReadMessage,
  asOfMessage,
  canBeSealed,
  periodLabel,
  provisionalMessage,
  sealMessage,
  tariffLabel,
} from './run-labels.ts';

interface RunHeaderProps {
  run: ReportRun;
  fresh: ReactNode;
  actions: ReactNode;
}

/** Title and facts of a run; once it is sealed, the hash of its manifest, which is among its files. */
export function RunHeader({ run, fresh, actions }: RunHeaderProps) {
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
