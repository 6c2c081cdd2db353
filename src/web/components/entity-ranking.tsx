import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../domain/format.ts';
import type { Column } from './data-table/column.ts';
import { DataTable } from './data-table/data-table.tsx';

/** An Entity by its energy. */
export interface RankedEntity {
  key: string;
  /** Its name, with a link. */
  name: ReactNode;
  sessions: number;
  /** Without the unit. */
  energy: ReactNode;
}

interface EntityRankingProps {
  label: string;
  /** Undefined while being read. */
  rows: readonly RankedEntity[] | undefined;
  /** Unit of the energy, verbatim. */
  unit: string | null;
  /** Shown while the rows are being read, or if that failed. */
  reading?: ReactNode;
}

function columnsFor(unit: string | null): readonly Column<RankedEntity>[] {
  return [
    { key: 'name', header: 'Entity', cell: ({ name }) => name },
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
      cell: ({ energy }) => energy,
    },
  ];
}

/** The Entities with most or least energy, of one unit. */
export function EntityRanking({ label, rows, unit, reading }: EntityRankingProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      {rows === undefined ? (
        reading
      ) : (
        <DataTable
          label={label}
          columns={columnsFor(unit)}
          rows={rows}
          rowKey={({ key }) => key}
          renderNarrow={({ name, sessions, energy }) => ({
            first: name,
            second: formatCount(sessions, 'session', 'sessions'),
            end: (
              <>
                {energy} {unit}
              </>
            ),
          })}
        />
      )}
    </Box>
  );
}
