import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { runTitle, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { mutation } from '../../api/query.ts';
import { reportRunQuery, reportRunsQuery, useKeptRun } from '../../api/report-queries.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { RunStateMark } from '../../components/status/run-state-mark.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { formatDateTime } from '../../../domain/format.ts';
import { useZone } from '../../theme/preferences.ts';
import { CompareGroups } from './compare-groups.tsx';
import { CompareSessions } from './compare-sessions.tsx';
import { CompareTotals } from './compare-totals.tsx';
import { PartialNote } from './partial-note.tsx';
import type { RunPartProps } from './run-part.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { isSamePeriod, partialMessage, periodLabel } from './run-labels.ts';

/** Maximum number of runs to choose from. */
const LISTED = 100;

/** Comparison with an earlier run: totals, groups, and sessions that differ. */
export function CompareTab(props: RunPartProps) {
  const { run, search } = props;
  // A repeated run is compared with its original by default.
  const id = search.earlier ?? (run.relation?.kind === 'again' ? run.relation.run : undefined);
  return (
    <>
      <PartialNote run={run} />
      <ChooseRun {...props} id={id} />
      {id === undefined ? <NothingYet {...props} /> : <Compared {...props} id={id} />}
    </>
  );
}

const PERIODS = [
  { kind: 'previous', label: 'The previous period' },
  { kind: 'last-year', label: 'The same period last year' },
] as const;

/** Creates a run to compare with, of the same Entities, rules and tariff. */
function NothingYet({ run, onSearch }: RunPartProps) {
  const { allowed, reason } = usePermission('run-reports');
  const relating = useMutation({ ...mutation(REPORT_ROUTES.relateReport), ...useKeptRun() });
  return (
    <EmptyState title="Nothing to compare yet.">
      <Typography variant="body2">
        Choose a report above, or make one of the same Entities, rules and tariff. {reason}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {PERIODS.map(({ kind, label }) => (
          <Button
            key={kind}
            variant="outlined"
            color="inherit"
            disabled={!allowed || relating.isPending}
            onClick={() =>
              relating.mutate(
                { params: { id: run.id }, body: { kind } },
                { onSuccess: ({ id }) => onSearch({ earlier: id }) },
              )
            }
          >
            {label}
          </Button>
        ))}
      </Box>
      {relating.error !== null && (
        <ErrorPanel what="The report to compare with was not made" error={relating.error} />
      )}
    </EmptyState>
  );
}

function ChooseRun({ run, onSearch, id }: RunPartProps & { id: string | undefined }) {
  const query = useQuery(reportRunsQuery(LISTED));
  const zone = useZone();
  const names = useCollectiveNames();
  const others = (query.data?.runs ?? []).filter((other) => other.id !== run.id);
  return (
    <Box sx={{ mb: 2, display: 'grid', gap: 1 }}>
      <SelectField
        label="Compare with"
        wide
        any="No report"
        value={id}
        options={others.map((other) => ({
          value: other.id,
          label: `${runTitle(other, names)}, ${periodLabel(other)}, started ${formatDateTime(other.createdAt, zone)}`,
        }))}
        onChange={(earlier) => onSearch({ earlier })}
      />
      {query.error !== null && (
        <ErrorPanel
          what="The other runs could not be listed"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Box>
  );
}

function Compared(props: RunPartProps & { id: string }) {
  const { run, id } = props;
  const query = useQuery(reportRunQuery(id));
  const earlier = query.data;
  if (earlier === undefined) {
    return <ReadBlock read={query} what="the run to compare with" height={160} />;
  }
  const pair = { later: run, earlier };
  return (
    <>
      <Earlier run={run} earlier={earlier} />
      <CompareTotals pair={pair} />
      <CompareGroups {...props} earlier={earlier} />
      {isSamePeriod(run, earlier) && <CompareSessions {...props} earlier={earlier} />}
    </>
  );
}

/** The compared run, and how the definitions differ. */
function Earlier({ run, earlier }: { run: ReportRun; earlier: ReportRun }) {
  const partial = partialMessage(earlier);
  const unlike = runDifferences(run, earlier);
  const names = useCollectiveNames();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, fontSize: '0.8125rem', justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        <AppLink to="/reports/$runId" params={{ runId: earlier.id }}>
          {runTitle(earlier, names)}
        </AppLink>
        <RunStateMark state={earlier.state} />
        <span>
          {periodLabel(earlier)}, {zoneLabel(earlier.definition)}
        </span>
        <span>
          Started <DateTimeText instant={earlier.createdAt} /> by {earlier.operator}
        </span>
      </Box>
      {partial !== null && (
        <Box sx={{ color: 'var(--mui-palette-status-amber)' }}>
          The run compared with: {partial}
        </Box>
      )}
      {unlike.length > 0 && <div>Differences: {unlike.join(', ')}.</div>}
    </Box>
  );
}

/** How two runs differ apart from their sessions. */
function runDifferences(a: ReportRun, b: ReportRun): string[] {
  const tariff = ({ tariff: used }: ReportRun) => `${used?.id ?? ''} ${used?.version ?? 0}`;
  return [
    isSamePeriod(a, b) ? null : 'the period',
    zoneLabel(a.definition) === zoneLabel(b.definition) ? null : 'the zone',
    a.definition.boundary === b.definition.boundary
      ? null
      : 'the rule by which a session belongs to a period',
    tariff(a) === tariff(b) ? null : 'the tariff',
    a.progress.entities.total === b.progress.entities.total ? null : 'the number of Entities',
  ].filter((label) => label !== null);
}
