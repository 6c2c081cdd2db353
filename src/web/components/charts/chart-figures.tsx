import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/data-table.tsx';

interface ChartFiguresProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  minWidth?: number;
  /** The chart in sentences, if it stands nowhere else. */
  summary?: string | undefined;
}

/** The figures of a chart as an accessible table. */
export function ChartFigures<Row>({ summary, ...props }: ChartFiguresProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      sx={{ mt: 0.5, fontSize: '0.8125rem', minWidth: 0 }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, color: 'text.secondary' }}>
        {summary === undefined ? `Figures: ${props.label}` : `Figures. ${summary}`}
      </Box>
      {open && <DataTable {...props} />}
    </Box>
  );
}
