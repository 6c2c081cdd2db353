import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportGroup } from '../../../../contract/console/report-result.ts';
import { formatCount, formatNumber, shortId } from '../../../../domain/format.ts';
import { shownEnergy } from '../../../../domain/reports/shown-sums.ts';
import { reportGroupsQuery } from '../../../api/reports.ts';
import type { Column } from '../../../components/table/column.ts';
import { ReadBlock } from '../../../components/read-block.tsx';
import { Table } from '../../../components/table/table.tsx';
import { sessionsOfGroup } from '../group-labels.ts';
import type { RunPartProps } from '../run-part.ts';
import { SessionsLink } from '../sessions-link.tsx';

/** Rows shown, and rows read: rows of other units may come between them. */
const SHOWN = 5;
const READ = 50;

interface Page extends Pick<RunPartProps, 'run' | 'search'> {
  unit: string | null;
}

/** The Entities with the most and the least energy in a unit; those without a session are in neither. */
export function EntityEnds(props: Page) {
  return (
    <>
      <End {...props} direction="down" label="Entities with most energy" />
      <End {...props} direction="up" label="Entities with least energy" />
    </>
  );
}

interface EndProps extends Page {
  direction: 'up' | 'down';
  label: string;
}

function End(props: EndProps) {
  const { run, unit, direction, label } = props;
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
        <ReadBlock read={query} what={label} rows={SHOWN} />
      ) : (
        <Table
          label={label}
          columns={columnsFor(props)}
          rows={rows}
          rowKey={({ key }) => key}
          renderNarrow={(row) => ({
            first: <Name {...props} row={row} />,
            second: formatCount(row.sessions, 'session', 'sessions'),
            end: `${shownEnergy(row.energy)} ${unit ?? ''}`,
          })}
        />
      )}
    </Box>
  );
}

function Name({ run, search, row }: Pick<Page, 'run' | 'search'> & { row: ReportGroup }) {
  const sessions = sessionsOfGroup('entity', row.key, run.definition.zone) ?? {};
  return (
    <SessionsLink runId={run.id} search={search} sessions={sessions}>
      {row.label ?? shortId(row.key)}
    </SessionsLink>
  );
}

function columnsFor({ run, search, unit }: Page): readonly Column<ReportGroup>[] {
  return [
    { key: 'name', header: 'Entity', cell: (row) => <Name run={run} search={search} row={row} /> },
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
      cell: ({ energy }) => shownEnergy(energy),
    },
  ];
}
