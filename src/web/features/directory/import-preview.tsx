import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DirectoryImportResult } from '../../../contract/console/directory-import.ts';
import type { ImportPreview } from '../../../contract/console/directory-changes.ts';
import { fieldLabel, fieldValueLabel } from '../../../domain/directory-labels.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Live } from '../../components/live.tsx';

type Fault = ImportPreview['faults'][number];
type Change = ImportPreview['changes'][number];

/** Sentences that summarise the changes of an import. */
export function resultMessage(result: DirectoryImportResult): string {
  const { collectives, entities, memberships } = result;
  const part = (name: string, { added, updated, unchanged }: typeof entities) =>
    `${name}: ${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(unchanged)} unchanged.`;
  return [
    part('Collectives', collectives),
    part('Entities', entities),
    `Memberships: ${formatNumber(memberships.added)} added, ${formatNumber(memberships.removed)} removed.`,
  ].join(' ');
}

function faultColumns(lines: readonly number[]): readonly Column<Fault>[] {
  const rowLabel = (index: number) => `Row ${formatNumber(lines[index] ?? index + 1)}`;
  return [
    {
      key: 'row',
      header: 'Where',
      width: '20%',
      phone: 'name',
      cell: (row) => rowLabel(row.index),
    },
    { key: 'field', header: 'Field', width: '20%', phone: 'line', cell: (row) => row.field },
    {
      key: 'message',
      header: 'What is wrong',
      wraps: true,
      phone: 'line',
      cell: ({ message, repeats }) =>
        repeats === undefined ? message : `Duplicate of ${rowLabel(repeats)}`,
    },
  ];
}

const CHANGES: readonly Column<Change>[] = [
  {
    key: 'name',
    header: 'What',
    width: '30%',
    phone: 'name',
    cell: (row) => row.name ?? shortId(row.id),
  },
  {
    key: 'field',
    header: 'Field',
    width: '14%',
    phone: 'line',
    cell: (row) => fieldLabel(row.field),
  },
  {
    key: 'ours',
    header: 'Now',
    wraps: true,
    phone: 'line',
    cell: ({ field, ours }) => fieldValueLabel(field, ours) || MISSING,
  },
  {
    key: 'theirs',
    header: 'In the file',
    wraps: true,
    phone: 'line',
    phoneCell: ({ field, theirs }) => `→ ${fieldValueLabel(field, theirs)}`,
    cell: ({ field, theirs }) => fieldValueLabel(field, theirs),
  },
];

/** Preview of an import, with each faulty row. @param lines the numbers of the rows in their file */
export function PreviewReport({
  preview,
  lines,
}: {
  preview: ImportPreview;
  lines: readonly number[];
}) {
  const {
    result,
    faults,
    faultCount,
    repeatCount,
    faultyRows,
    changes,
    changeCount,
    refusedCount,
  } = preview;
  const updated = result.collectives.updated + result.entities.updated;
  const faulty = faultyRows.collectives.length + faultyRows.entities.length - repeatCount;
  return (
    <>
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
        {refusedCount > 0 && (
          <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            {formatCount(refusedCount, 'id is', 'ids are')} not known to the Service yet, or not to
            this console: it refused them when they were last asked for.
          </Typography>
        )}
      </Live>
      <Part
        title={`Faults (${formatNumber(faultCount)})`}
        label="Faults"
        all={faultCount}
        columns={faultColumns(lines)}
        rows={faults}
        rowKey={(row) => `${row.list} ${row.index} ${row.field} ${row.message}`}
      />
      <Part
        title={`Changes of known rows: ${formatCount(changeCount, 'value', 'values')} in ${formatCount(updated, 'row', 'rows')}`}
        label="Changes of known rows"
        all={changeCount}
        columns={CHANGES}
        rows={changes}
        rowKey={(row) => `${row.kind} ${row.id} ${row.field}`}
      />
    </>
  );
}

interface PartProps<Row> {
  title: string;
  label: string;
  /** How many there are, also of those not listed. */
  all: number;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

function Part<Row>({ title, all, ...table }: PartProps<Row>) {
  const listed = table.rows.length;
  if (listed === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {title}
        {listed < all && `, the first ${formatNumber(listed)}`}
      </Typography>
      <DataTable {...table} />
    </Box>
  );
}
