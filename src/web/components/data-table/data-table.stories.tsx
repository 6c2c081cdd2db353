import type { Stories } from '../../gallery/story.ts';
import { vans } from '../../testing/collective-samples.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const ROWS = vans().entities;
type Row = (typeof ROWS)[number];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Entity', phone: 'name', cell: ({ name, id }) => name ?? id },
  {
    key: 'type',
    header: 'Type',
    width: '20%',
    phone: 'line',
    cell: ({ type }) => type ?? 'not known',
  },
  {
    key: 'energy',
    header: 'Energy',
    numeric: true,
    width: '120px',
    phone: 'end',
    cell: () => '12.4 kWh',
  },
];

function table(rows: readonly Row[], footer: boolean) {
  return () => (
    <DataTable
      label={`Entities, ${rows.length} rows`}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      {...(footer ? { footer: { name: 'Total', energy: '62 kWh' }, narrowFooter: '62 kWh' } : {})}
    />
  );
}

const MANY = Array.from({ length: 300 }, (_, at) =>
  ROWS.map((row) => ({ ...row, id: `${row.id}-${at}` })),
).flat();

export const stories: Stories = {
  title: 'Table',
  states: {
    'a few rows': table(ROWS, false),
    'with a footer': table(ROWS, true),
    'rendered as it scrolls': table(MANY, true),
  },
};
