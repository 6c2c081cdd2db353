import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import {
  SessionFinding,
  type Exclusion,
  type ReportFinding,
} from '../../../contract/console/report-exceptions.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { reportFindingsQuery } from '../../api/report-queries.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Read } from '../../components/read.tsx';
import { Explanation } from '../../components/explanation.tsx';
import { Section } from '../../components/section.tsx';
import { AnomalousEntities } from './anomalous-entities.tsx';
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
