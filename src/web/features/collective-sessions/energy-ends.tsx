import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { EntityEnergy } from '../../../contract/console/fleet-entity.ts';
import {
  exactEnergy,
  formatCount,
  formatEnergy,
  formatNumber,
  shortId,
} from '../../../domain/format.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';

interface EntityEndsProps {
  /** Most first. */
  most: readonly EntityEnergy[];
  /** Least first. */
  least: readonly EntityEnergy[];
  unit: string | null;
  /** The period, which the links keep. */
  choice: RangeChoice;
}

function columnsFor({ unit, choice }: Pick<EntityEndsProps, 'unit' | 'choice'>) {
  const { range, from, to } = choice;
  return [
    {
      key: 'name',
      header: 'Entity',
      cell: ({ id, name }) => (
        <AppLink
          to="/entities/$entityId"
          params={{ entityId: id }}
          search={{ tab: 'sessions', range, from, to }}
        >
          {name ?? shortId(id)}
        </AppLink>
      ),
    },
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
      cell: ({ energy }) => (
        <span data-hint={exactEnergy(energy, unit)}>{formatEnergy(energy, null)}</span>
      ),
    },
  ] satisfies Column<EntityEnergy>[];
}

/** The Entities with the most and the least energy; those without a session are in neither. */
export function EntityEnds({ most, least, unit, choice }: EntityEndsProps) {
  const columns = columnsFor({ unit, choice });
  const lists = [
    { label: least.length === 0 ? 'Energy by Entity' : 'Most energy', rows: most },
    { label: 'Least energy', rows: least },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
      }}
    >
      {lists.map(({ label, rows }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {label}
          </Typography>
          <Table
            label={label}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            renderNarrow={(row) => ({
              first: columns[0]?.cell(row),
              second: formatCount(row.sessions, 'session', 'sessions'),
              end: formatEnergy(row.energy, unit),
            })}
          />
        </Box>
      ))}
    </Box>
  );
}
