import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ImportPreview } from '../../../contract/console/directory-changes.ts';
import { fieldLabel, fieldValueLabel } from '../../../domain/directory-labels.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Live } from '../../components/live.tsx';
import { resultMessage } from './import-summary.ts';

type Fault = ImportPreview['faults'][number];
type Difference = ImportPreview['conflicts'][number];

/** The numbers of a table's rows in its file; null for a directory document. */
type Lines = readonly number[] | null;

function rowLabel({ list, index }: Pick<Fault, 'list' | 'index'>, lines: Lines): string {
  const at = index + 1;
  return lines === null ? `${list} ${formatNumber(at)}` : `Row ${formatNumber(lines[index] ?? at)}`;
}

/** The error of a row; one that repeats another refers to it by row number. */
function faultText({ list, message, repeats }: Fault, lines: Lines): string {
  if (repeats === undefined) return message;
  return `Duplicate of ${rowLabel({ list, index: repeats }, lines)}`;
}

function faultColumns(lines: Lines): readonly Column<Fault>[] {
  return [
    { key: 'row', header: 'Where', width: '20%', cell: (row) => rowLabel(row, lines) },
    { key: 'field', header: 'Field', width: '20%', cell: (row) => row.field },
    {
      key: 'message',
      header: 'What is wrong',
      wraps: true,
      cell: (row) => faultText(row, lines),
    },
  ];
}

const oursOf = ({ field, ours }: Difference) => fieldValueLabel(field, ours) || MISSING;
const theirsOf = ({ field, theirs }: Difference) => fieldValueLabel(field, theirs);

const DIFFERENCES: readonly Column<Difference>[] = [
  { key: 'name', header: 'What', width: '30%', cell: (row) => row.name ?? shortId(row.id) },
  { key: 'field', header: 'Field', width: '14%', cell: (row) => fieldLabel(row.field) },
  { key: 'ours', header: 'Now', wraps: true, cell: oursOf },
  { key: 'theirs', header: 'In the file', wraps: true, cell: theirsOf },
];

/** Preview of an import, with each faulty row. */
export function PreviewReport({ preview, lines }: { preview: ImportPreview; lines: Lines }) {
  const { result, faults, faultCount, repeatCount, faultyRows, conflicts, changes } = preview;
  const conflictCount = result.collectives.conflicts + result.entities.conflicts;
  const updated = result.collectives.updated + result.entities.updated;
  const changesTitle = `Changes of known rows: ${formatCount(preview.changeCount, 'value', 'values')} in ${formatCount(updated, 'row', 'rows')}`;
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
          <DataTable
            label="Faults"
            columns={faultColumns(lines)}
            rows={faults}
            rowKey={(row) => `${row.list} ${row.index} ${row.field} ${row.message}`}
            renderNarrow={(row) => ({
              first: `${rowLabel(row, lines)}, ${row.field}`,
              second: faultText(row, lines),
            })}
          />
        </Part>
      )}
      <Differences
        title={`Conflicts: values entered here are kept (${formatNumber(conflictCount)})`}
        rows={conflicts}
        all={conflictCount}
      />
      <Differences title={changesTitle} rows={changes} all={preview.changeCount} />
    </Box>
  );
}

interface DifferencesProps {
  title: string;
  rows: readonly Difference[];
  /** How many there are, also of those not listed. */
  all: number;
}

function Differences({ title, rows, all }: DifferencesProps) {
  if (rows.length === 0) return null;
  return (
    <Part title={title} shown={rows.length} all={all}>
      <DataTable
        label={title}
        columns={DIFFERENCES}
        rows={rows}
        rowKey={(row) => `${row.kind} ${row.id} ${row.field}`}
        renderNarrow={(row) => ({
          first: `${row.name ?? shortId(row.id)}, ${fieldLabel(row.field)}`,
          second: `${oursOf(row)} → ${theirsOf(row)}`,
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
