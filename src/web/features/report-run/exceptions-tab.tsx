import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  SessionFinding,
  type Exclusion,
  type ReportFinding,
} from '../../../contract/console/report-exceptions.ts';
import type { ReportRun, RunEntityState } from '../../../contract/console/report-run.ts';
import { formatCount, formatDate, formatNumber } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { reportEntitiesQuery, reportFindingsQuery } from '../../api/report-queries.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Explanation } from '../../components/explanation.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { ENTITY_COLUMNS } from './failed-entities.tsx';
import { PartialNote } from './partial-note.tsx';
import type { RunPartProps } from './run-part.ts';
import { ALL_SESSIONS, type SessionsSearch } from './run-search.ts';
import { SessionsLink } from './sessions-link.tsx';

interface Counted {
  key: string;
  label: string;
  count: number;
  /** Filter of the sessions. */
  sessions: Partial<SessionsSearch>;
}

/** Anomalies of sessions and Entities; those checked for and not found are named below them. */
export function ExceptionsTab({ run, search }: RunPartProps) {
  const query = useQuery(reportFindingsQuery(run));
  return (
    <Read query={query} what="the exceptions" rows={16}>
      {({ findings, exclusions }) => (
        <>
          <PartialNote run={run} />
          <Section
            title="Anomalous sessions"
            about={
              <Explanation about="About: Anomalous sessions">
                They are included in the totals unless stated otherwise. A session can have several
                findings.
              </Explanation>
            }
          >
            <Counts
              label="Anomalous sessions"
              run={run}
              search={search}
              rows={findings.flatMap(sessionCount)}
            />
          </Section>
          <Section
            title="Sessions in no total"
            about={
              <Explanation about="About: Sessions in no total">
                Sessions are read from a week before the period to a day after it, so that none at
                its boundaries is missed. Those outside the period are listed here.
              </Explanation>
            }
          >
            <Counts
              label="Sessions in no total"
              run={run}
              search={search}
              rows={exclusions.map(exclusionCount)}
            />
          </Section>
          <Section title="Entities">
            <AnomalousEntities
              run={run}
              counts={
                new Map(
                  findings
                    .filter(({ kind }) => !SessionFinding.safeParse(kind).success)
                    .map(({ kind, count }) => [kind, count]),
                )
              }
            />
          </Section>
        </>
      )}
    </Read>
  );
}

function sessionCount({ kind, count }: { kind: ReportFinding; count: number }): Counted[] {
  const finding = SessionFinding.safeParse(kind);
  if (!finding.success) return [];
  const sessions = { ...ALL_SESSIONS, finding: finding.data };
  return [{ key: kind, label: FINDING_LABELS[kind], count, sessions }];
}

function exclusionCount({ reason, count }: { reason: Exclusion; count: number }): Counted {
  const sessions = { ...ALL_SESSIONS, excluded: reason };
  return { key: reason, label: EXCLUSION_LABELS[reason], count, sessions };
}

interface CountsProps extends Pick<RunPartProps, 'run' | 'search'> {
  label: string;
  rows: readonly Counted[];
}

function Counts({ label, run, search, rows }: CountsProps) {
  const name = (row: Counted) => (
    <SessionsLink runId={run.id} search={search} sessions={row.sessions}>
      {row.label}
    </SessionsLink>
  );
  const columns: readonly Column<Counted>[] = [
    {
      key: 'what',
      header: 'What',
      cell: name,
      phone: 'name',
    },
    {
      key: 'count',
      header: 'Sessions',
      width: '110px',
      numeric: true,
      cell: ({ count }) => formatNumber(count),
      phone: 'end',
    },
  ];
  const found = rows.filter(({ count }) => count > 0);
  const none = rows.filter(({ count }) => count === 0);
  return (
    <>
      {found.length > 0 && (
        <DataTable label={label} columns={columns} rows={found} rowKey={({ key }) => key} />
      )}
      {none.length > 0 && <NotFound labels={none.map((row) => row.label)} />}
    </>
  );
}

/** Anomalies that no session has. */
function NotFound({ labels }: { labels: readonly string[] }) {
  return (
    <Box component="details" sx={{ mt: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
        {formatCount(labels.length, 'other check', 'other checks')} found nothing
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {labels.map((label) => (
          <li key={label}>{label}: 0</li>
        ))}
      </Box>
    </Box>
  );
}

interface AnomalousEntitiesProps {
  run: ReportRun;
  /** Number of Entities per finding. */
  counts: ReadonlyMap<ReportFinding, number>;
}

/** Labels of an Entity's anomalies. */
function anomaliesOf(row: RunEntityState): string[] {
  const { state, capture, duplicates, error, lateFrom } = row;
  return [
    state === 'failed' ? `${FINDING_LABELS['not-read']}: “${error ?? 'no reason given'}”` : null,
    state === 'waiting' ? 'Not read yet' : null,
    lateFrom === null
      ? null
      : `${FINDING_LABELS['known-late']}: only from ${formatDate(lateFrom.slice(0, 10))}`,
    capture === false ? FINDING_LABELS['capture-off'] : null,
    duplicates > 0
      ? `Listed twice by the Service, and counted once: ${formatCount(duplicates, 'session', 'sessions')}`
      : null,
  ].filter((label) => label !== null);
}

/** The Entities whose sessions are not captured, only partly known, or could not be read. */
function AnomalousEntities({ run, counts }: AnomalousEntitiesProps) {
  const { waiting, failed } = run.progress.entities;
  const some = [...counts.values()].some((count) => count > 0) || waiting > 0 || failed > 0;
  const query = useInfiniteQuery({ ...reportEntitiesQuery(run), enabled: some });
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const goOn = hasNextPage && !isFetching && error === null;
  const pages = query.data?.pages.length ?? 0;
  useEffect(() => {
    if (goOn && pages > 0) void fetchNextPage();
  }, [goOn, pages, fetchNextPage]);
  const tally = [...counts].flatMap(([kind, count]) =>
    count > 0 ? [`${FINDING_LABELS[kind]}: ${formatNumber(count)}`] : [],
  );
  if (waiting > 0) tally.push(`Not read yet: ${formatNumber(waiting)}`);
  const rows = query.data?.pages.flatMap(({ entities }) => entities).filter(isAnomalous);
  return (
    <>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {tally.length === 0 ? 'Every Entity was read, and each is captured.' : tally.join(' · ')}
      </Typography>
      {some && rows === undefined && error === null && (
        <RowsSkeleton rows={3} what="the Entities" />
      )}
      {error !== null && (
        <ErrorPanel
          what="The Entities could not all be read"
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : query.refetch())}
          retrying={isFetching}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Anomalous Entities"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ entityId }) => entityId}
        />
      )}
      {hasNextPage && error === null && (
        <Button color="inherit" disabled>
          Reading further Entities
        </Button>
      )}
    </>
  );
}

const isAnomalous = (row: RunEntityState) => anomaliesOf(row).length > 0;

const COLUMNS: readonly Column<RunEntityState>[] = [
  ...ENTITY_COLUMNS,
  {
    key: 'odd',
    header: 'Anomaly',
    wraps: true,
    cell: (row) => anomaliesOf(row).join('; '),
    phone: 'line',
  },
];
