import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportGroup } from '../../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../../contract/console/report-run.ts';
import { formatCount, formatNumber, shortId } from '../../../../domain/format.ts';
import { shownAmount } from '../../../../domain/reports/shown-sums.ts';
import { reportGroupsQuery } from '../../../api/reports.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { DataTable, type Column } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowsSkeleton } from '../../../components/skeletons.tsx';
import { sessionsOfGroup } from '../group-words.ts';

/** Rows that are shown, and that are read: rows of other units may stand between them. */
const SHOWN = 5;
const READ = 50;

/** The Entities with most and with least energy in a unit; those without a session are in neither. */
export function EntityEnds({ run, unit }: { run: ReportRun; unit: string | null }) {
  return (
    <>
      <End run={run} unit={unit} direction="down" label="Entities with most energy" />
      <End run={run} unit={unit} direction="up" label="Entities with least energy" />
    </>
  );
}

interface EndProps {
  run: ReportRun;
  unit: string | null;
  direction: 'up' | 'down';
  label: string;
}

function End({ run, unit, direction, label }: EndProps) {
  const query = useInfiniteQuery(
    reportGroupsQuery(run, { by: 'entity', order: 'energy', direction, limit: READ }),
  );
  const rows = query.data?.pages[0]?.groups.filter((group) => group.unit === unit).slice(0, SHOWN);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {rows === undefined ? (
        query.error === null ? (
          <RowsSkeleton rows={SHOWN} what={label} />
        ) : (
          <ErrorPanel
            what="These Entities could not be read"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : (
        <DataTable
          label={label}
          columns={columnsFor(run, unit)}
          rows={rows}
          rowKey={({ key }) => key}
          renderNarrow={(row) => ({
            first: <Name run={run} row={row} />,
            second: formatCount(row.sessions, 'session', 'sessions'),
            end: `${shownAmount(row.energy, 3)} ${unit ?? ''}`,
          })}
        />
      )}
    </Box>
  );
}

function Name({ run, row }: { run: ReportRun; row: ReportGroup }) {
  const sessions = sessionsOfGroup('entity', row.key, run.definition.zone) ?? {};
  return (
    <AppLink
      to="/reports/$runId"
      params={{ runId: run.id }}
      search={(old) => ({ ...old, ...sessions, tab: 'sessions' as const })}
      sx={{ lineHeight: '24px', display: 'inline-block' }}
    >
      {row.label ?? shortId(row.key)}
    </AppLink>
  );
}

function columnsFor(run: ReportRun, unit: string | null): readonly Column<ReportGroup>[] {
  return [
    { key: 'name', header: 'Entity', cell: (row) => <Name run={run} row={row} /> },
    {
      key: 'sessions',
      header: 'Sessions',
      width: '90px',
      numeric: true,
      cell: ({ sessions }) => formatNumber(sessions),
    },
    {
      key: 'energy',
      header: unit === null ? 'Energy' : `Energy, ${unit}`,
      width: '130px',
      numeric: true,
      cell: ({ energy }) => shownAmount(energy, 3),
    },
  ];
}
