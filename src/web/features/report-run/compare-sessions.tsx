import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  ReportDifferences,
  ReportSessionRecord,
} from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { comparisonQuery, differencesQuery } from '../../api/report-queries.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import type { RunPartProps } from './run-part.ts';
import { DIFFERENCE_KINDS, type DifferenceKind } from './run-search.ts';
import { sessionDifferences, startLabel } from './session-labels.ts';
import { amountLabel } from './report-sessions-table.tsx';

type Difference = ReportDifferences['sessions'][number];

const LABELS: Readonly<Record<DifferenceKind, string>> = {
  added: 'New',
  changed: 'Changed',
  vanished: 'Vanished',
};

/** The sessions that only one of the runs has, or that differ. */
export function CompareSessions(props: RunPartProps & { earlier: ReportRun }) {
  const { run, search, onSearch, earlier } = props;
  const pair = { later: run, earlier };
  const counts = useQuery(comparisonQuery(pair)).data;
  const kind = search.differing ?? 'changed';
  const query = useInfiniteQuery(differencesQuery(pair, kind));
  const rows = query.data?.pages.flatMap((page) => page.sessions);
  return (
    <Section title="Sessions that differ">
      <Box sx={{ mb: 1 }}>
        <ChoiceChips
          label="Kind of difference"
          required
          choices={DIFFERENCE_KINDS.map((value) => ({
            value,
            label: LABELS[value],
            ...(counts === undefined ? {} : { count: counts[value] }),
          }))}
          value={kind}
          onChange={(value) =>
            onSearch({ differing: DIFFERENCE_KINDS.find((known) => known === value) })
          }
        />
      </Box>
      {rows === undefined ? (
        <ReadBlock read={query} what="the sessions that differ" rows={4} />
      ) : rows.length === 0 ? (
        <EmptyState title={`No session is ${LABELS[kind].toLowerCase()}.`} />
      ) : (
        <DataTable
          label={`Sessions: ${LABELS[kind].toLowerCase()}`}
          columns={columnsFor(run, kind)}
          rows={rows}
          rowKey={({ before, after }) => `${(after ?? before)?.entityId} ${(after ?? before)?.id}`}
          minWidth={760}
          renderNarrow={(row) => ({
            first: startOf(row, run),
            second: `${energyOf(row.before)} → ${energyOf(row.after)}`,
          })}
        />
      )}
      {query.hasNextPage && (
        <Button
          color="inherit"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Read more
        </Button>
      )}
    </Section>
  );
}

const energyOf = (session: ReportSessionRecord | null) =>
  session === null ? 'missing' : amountLabel(session.energy, session.unit);

function startOf({ before, after }: Difference, run: ReportRun): string {
  const session = after ?? before;
  return session === null ? '' : startLabel(session, run.definition.zone);
}

function columnsFor(run: ReportRun, kind: DifferenceKind): Column<Difference>[] {
  const columns: Column<Difference>[] = [
    { key: 'start', header: 'Start', width: '222px', cell: (row) => startOf(row, run) },
    {
      key: 'entity',
      header: 'Entity',
      width: '18%',
      cell: ({ before, after }) => {
        const session = after ?? before;
        return session === null ? null : (
          <EntityLink id={session.entityId} name={session.entityName} />
        );
      },
    },
    { key: 'before', header: 'Energy before', numeric: true, cell: (row) => energyOf(row.before) },
    { key: 'after', header: 'Energy now', numeric: true, cell: (row) => energyOf(row.after) },
  ];
  if (kind !== 'changed') return columns;
  const what: Column<Difference> = {
    key: 'what',
    header: 'Changes',
    width: '30%',
    wraps: true,
    cell: ({ before, after }) =>
      before === null || after === null
        ? null
        : sessionDifferences(before, after, run.definition.zone).join('; '),
  };
  return [...columns, what];
}
