import type { ReportRun } from '../../../contract/console/report-run.ts';
import {
  BOUNDARY_LABELS,
  RELATION_LABELS,
  runTitle,
  scopeLabel,
  zoneLabel,
} from '../../../domain/reports/report-labels.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RunStateMark } from '../../components/status/run-state-mark.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useCollectiveNames } from './use-names.ts';
import { periodLabel, provisionalMessage, tariffLabel } from './run-labels.ts';

/** The facts of a run: Entities, period, time zone, operator and time. */
export function RunHeader({ run }: { run: ReportRun }) {
  const { definition, saved, relation } = run;
  const names = useCollectiveNames();
  const title = runTitle(run, names);
  const provisional = provisionalMessage(run, definition.zone);
  return (
    <PageHeader
      title={title}
      documentTitle={`${title}, ${periodLabel(run)} · Reports`}
      above={<AppLink to="/reports">Reports</AppLink>}
    >
      <RunStateMark state={run.state} />
      <span>
        {periodLabel(run)}, {zoneLabel(definition)}
      </span>
      {run.name !== null && <span>{scopeLabel(definition.scope, names)}</span>}
      <span>{BOUNDARY_LABELS[definition.boundary]}</span>
      <span>{tariffLabel(run)}</span>
      {saved !== null && <span>Definition version {saved.version}</span>}
      <span>
        Begun <DateTimeText instant={run.createdAt} /> by {run.operator}
        {run.finishedAt !== null && (
          <>
            , read until <DateTimeText instant={run.finishedAt} />
          </>
        )}
      </span>
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
