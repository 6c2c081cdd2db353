import type { ScheduleRow } from '../../../contract/console/dispatch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatPlanned } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

interface PlannedListProps {
  items: readonly ScheduleRow[];
}

interface Line {
  key: string;
  item: ScheduleRow;
}

function local({ item }: Line): string {
  const zone = item.plannedAs?.zone ?? 'UTC';
  const time = formatPlanned(item.triggerTime, zone);
  return zone === 'UTC' ? time : `${time} ${zone}`;
}

/** The planned Commands by trigger time: wall clock, UTC and Command. */
export function PlannedList({ items }: PlannedListProps) {
  const rows = items
    .map((item, at) => ({ key: String(at), item }))
    .toSorted(
      (a, b) => (instantMs(a.item.triggerTime) ?? 0) - (instantMs(b.item.triggerTime) ?? 0),
    );
  return (
    <Table
      label="Commands to be scheduled"
      columns={COLUMNS}
      rows={rows}
      rowKey={(line) => line.key}
      renderNarrow={(line) => ({
        first: commandLabelWithValue(line.item),
        second: `${local(line)} = ${formatPlanned(line.item.triggerTime, 'UTC')}`,
      })}
    />
  );
}

const COLUMNS: Column<Line>[] = [
  { key: 'local', header: 'Triggers at', width: '42%', wraps: true, cell: local },
  {
    key: 'utc',
    header: 'In UTC',
    width: '24%',
    wraps: true,
    cell: ({ item }) => formatPlanned(item.triggerTime, 'UTC'),
  },
  {
    key: 'in',
    header: 'In',
    width: '14%',
    cell: ({ item }) => <RelativeTimeText instant={item.triggerTime} />,
  },
  { key: 'what', header: 'Command', wraps: true, cell: ({ item }) => commandLabelWithValue(item) },
];
