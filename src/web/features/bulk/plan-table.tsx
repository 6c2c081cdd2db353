import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { formatCount, formatNumber, MISSING, shortId, typeLabel } from '../../../domain/format.ts';
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
  const columns = useMemo(() => columnsFor(leftOut, onLeaveOut, unit), [leftOut, onLeaveOut, unit]);
  return (
    <DataTable
      label="Entities of the change"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

function columnsFor(
  leftOut: PlanTableProps['leftOut'],
  onLeaveOut: PlanTableProps['onLeaveOut'],
  unit: string | null,
): readonly Column<PlanRow>[] {
  const capacity: Column<PlanRow> = {
    key: 'capacity',
    header: `New capacity, ${unit}`,
    width: '18%',
    numeric: true,
    cell: (row) => (row.capacity === null ? MISSING : String(row.capacity)),
    phone: 'line',
    phoneCell: (row) => (row.capacity === null ? null : `${row.capacity} ${unit}`),
  };
  return [
    {
      key: 'in',
      header: 'Change',
      width: '72px',
      cell: (row) => (
        <Checkbox
          checked={!leftOut.has(row.id)}
          onChange={(_event, checked) => onLeaveOut(row.id, !checked)}
          slotProps={{ input: { 'aria-label': `Change ${row.name ?? shortId(row.id)}` } }}
          sx={{ p: 0.5 }}
        />
      ),
      phone: 'end',
    },
    {
      key: 'name',
      header: 'Entity',
      cell: (row) => <EntityLink id={row.id} name={row.name} type={row.type} />,
      phone: 'name',
    },
    {
      key: 'type',
      header: 'Type',
      width: '22%',
      cell: (row) =>
        row.known ? (
          typeLabel(row.type)
        ) : (
          <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            Not in the directory
          </Box>
        ),
      phone: 'line',
    },
    { key: 'brand', header: 'Brand', width: '18%', cell: (row) => row.brand ?? MISSING },
    ...(unit === null ? [] : [capacity]),
  ];
}

const FAULTS: readonly Column<Fault>[] = [
  { key: 'where', header: 'Where', width: '30%', cell: ({ where }) => where, phone: 'name' },
  {
    key: 'what',
    header: 'Why it is left out',
    wraps: true,
    cell: ({ what }) => what,
    phone: 'line',
  },
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
      />
    </Box>
  );
}
