import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ImportPreview } from '../../../contract/console/directory-changes.ts';
import { fieldLabel } from '../../../domain/directory-labels.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { Live } from '../../components/live.tsx';
import { resultMessage } from './import-summary.ts';

type Fault = ImportPreview['faults'][number];
type Difference = ImportPreview['conflicts'][number];

/** Row number in the file, counted from one, after a table's header. */
function rowLabel({ list, index }: Pick<Fault, 'list' | 'index'>, isTable: boolean): string {
  return isTable ? `Row ${formatNumber(index + 2)}` : `${list} ${formatNumber(index + 1)}`;
}

/** The error of a row; one that repeats another refers to it by row number. */
function faultText({ list, message, repeats }: Fault, isTable: boolean): string {
  if (repeats === undefined) return message;
  return `Duplicate of ${rowLabel({ list, index: repeats }, isTable)}`;
}

function faultColumns(isTable: boolean): readonly Column<Fault>[] {
  return [
    { key: 'row', header: 'Where', width: '20%', cell: (row) => rowLabel(row, isTable) },
    { key: 'field', header: 'Field', width: '20%', cell: (row) => row.field },
    {
      key: 'message',
      header: 'What is wrong',
      wraps: true,
      cell: (row) => faultText(row, isTable),
    },
  ];
}

const DIFFERENCES: readonly Column<Difference>[] = [
  { key: 'name', header: 'What', width: '30%', cell: (row) => row.name ?? shortId(row.id) },
  { key: 'field', header: 'Field', width: '14%', cell: (row) => fieldLabel(row.field) },
  { key: 'ours', header: 'Now', wraps: true, cell: (row) => row.ours },
  { key: 'theirs', header: 'In the file', wraps: true, cell: (row) => row.theirs },
];

/** Preview of an import, with each faulty row. */
export function PreviewReport({ preview, table }: { preview: ImportPreview; table: boolean }) {
  const { result, faults, faultCount, repeatCount, faultyRows, conflicts, changes } = preview;
  const faulty = faultyRows.collectives.length + faultyRows.entities.length - repeatCount;
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Live>
        <Typography variant="body2">Changes of this import: {resultMessage(result)}</Typography>
        {faulty > 0 && (
          <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-red)' }}>
            {formatCount(faulty, 'row is', 'rows are')} faulty and will be left out.
          </Typography>
        )}
        {repeatCount > 0 && (
          <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            {formatCount(repeatCount, 'row is a duplicate', 'rows are duplicates')} of an earlier
            row and will be left out, not counted as new.
          </Typography>
        )}
      </Live>
      {faultCount > 0 && (
        <Part title={`Faults (${formatNumber(faultCount)})`} shown={faults.length} all={faultCount}>
          <Table
            label="Faults"
            columns={faultColumns(table)}
            rows={faults}
            rowKey={(row) => `${row.list} ${row.index} ${row.field} ${row.message}`}
            renderNarrow={(row) => ({
              first: `${rowLabel(row, table)}, ${row.field}`,
              second: faultText(row, table),
            })}
          />
        </Part>
      )}
      <Differences title="Conflicts: values entered here are kept" rows={conflicts} />
      <Differences title="Changes of known rows" rows={changes} />
    </Box>
  );
}

function Differences({ title, rows }: { title: string; rows: readonly Difference[] }) {
  if (rows.length === 0) return null;
  return (
    <Part title={title} shown={rows.length} all={rows.length}>
      <Table
        label={title}
        columns={DIFFERENCES}
        rows={rows}
        rowKey={(row) => `${row.kind} ${row.id} ${row.field}`}
        renderNarrow={(row) => ({
          first: `${row.name ?? shortId(row.id)}, ${fieldLabel(row.field)}`,
          second: `${row.ours} → ${row.theirs}`,
        })}
      />
    </Part>
  );
}

interface PartProps {
  title: string;
  shown: number;
  all: number;
  children: React.ReactNode;
}

function Part({ title, shown, all, children }: PartProps) {
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {title}
        {shown < all && `, the first ${formatNumber(shown)}`}
      </Typography>
      {children}
    </Box>
  );
}
