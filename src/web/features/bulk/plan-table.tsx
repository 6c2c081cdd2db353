import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import type { Fault, PlanRow } from './bulk-plan.ts';

interface PlanTableProps {
  rows: readonly PlanRow[];
  leftOut: ReadonlySet<string>;
  onLeaveOut: (id: string, out: boolean) => void;
  /** The unit of capacities, or null if a feature is changed. */
  unit: string | null;
}

/** The Entities of a planned run; each can be left out. */
export function PlanTable({ rows, leftOut, onLeaveOut, unit }: PlanTableProps) {
  const columns = useMemo((): readonly Column<PlanRow>[] => {
    const tick = (row: PlanRow) => <Tick row={row} leftOut={leftOut} onLeaveOut={onLeaveOut} />;
    return [
      { key: 'in', header: 'Change', width: '72px', cell: tick },
      { key: 'name', header: 'Entity', cell: nameCell },
      { key: 'type', header: 'Type', width: '22%', cell: typeCell },
      { key: 'brand', header: 'Brand', width: '18%', cell: (row) => row.brand ?? MISSING },
      ...(unit === null
        ? []
        : [
            {
              key: 'capacity',
              header: `New capacity, ${unit}`,
              width: '18%',
              numeric: true,
              cell: (row: PlanRow) => (row.capacity === null ? MISSING : String(row.capacity)),
            },
          ]),
    ];
  }, [leftOut, onLeaveOut, unit]);
  return (
    <DataTable
      label="Entities of the change"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      renderNarrow={(row) => ({
        first: <EntityLink id={row.id} name={row.name} type={row.type} />,
        second: (
          <>
            {typeCell(row)}
            {unit !== null && row.capacity !== null && `, ${row.capacity} ${unit}`}
          </>
        ),
        end: <Tick row={row} leftOut={leftOut} onLeaveOut={onLeaveOut} />,
      })}
    />
  );
}

function nameCell(row: PlanRow) {
  return <EntityLink id={row.id} name={row.name} type={row.type} />;
}

function typeCell(row: PlanRow) {
  if (row.known) return row.type ?? 'Unknown type';
  return (
    <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
      Not in the directory
    </Box>
  );
}

function Tick({
  row,
  leftOut,
  onLeaveOut,
}: { row: PlanRow } & Omit<PlanTableProps, 'rows' | 'unit'>) {
  return (
    <Box
      component="label"
      sx={{ display: 'inline-grid', placeItems: 'center', minWidth: 24, minHeight: 24 }}
    >
      <input
        type="checkbox"
        aria-label={`Change ${row.name ?? shortId(row.id)}`}
        checked={!leftOut.has(row.id)}
        onChange={(event) => onLeaveOut(row.id, !event.target.checked)}
        style={{ accentColor: 'var(--mui-palette-primary-main)' }}
      />
    </Box>
  );
}

const FAULTS: readonly Column<Fault>[] = [
  { key: 'where', header: 'Where', width: '30%', cell: (fault) => fault.where },
  { key: 'what', header: 'Why it is left out', wraps: true, cell: (fault) => fault.what },
];

/** The rows left out, with reasons. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <Box component="details" sx={{ mb: 1.5 }} open={faults.length <= 5}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 0.5 }}>
        {formatCount(faults.length, 'row is', 'rows are')} left out
      </Typography>
      <DataTable
        label={`Left out (${formatNumber(faults.length)})`}
        columns={FAULTS}
        rows={faults}
        rowKey={(fault) => `${fault.where} ${fault.what}`}
        renderNarrow={(fault) => ({ first: fault.where, second: fault.what })}
      />
    </Box>
  );
}
