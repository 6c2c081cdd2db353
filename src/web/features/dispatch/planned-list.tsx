import type { ScheduleRow } from '../../../contract/console/dispatch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { instantMs } from '../../../domain/instant.ts';
import { plannedTimeLabel, plannedTimeLine, utcBeside } from '../../../domain/planned-time.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

interface PlannedListProps {
  items: readonly ScheduleRow[];
}

interface Line {
  key: string;
  item: ScheduleRow;
}

/** The planned Commands by trigger time: wall clock, UTC and Command. */
export function PlannedList({ items }: PlannedListProps) {
  const rows = items
    .map((item, at) => ({ key: String(at), item }))
    .toSorted(
      (a, b) => (instantMs(a.item.triggerTime) ?? 0) - (instantMs(b.item.triggerTime) ?? 0),
    );
  return (
    <DataTable
      label="Commands to be scheduled"
      // Times that were planned in UTC are not shown twice.
      columns={COLUMNS.filter(
        ({ key }) => key !== 'utc' || items.some((item) => utcBeside(item) !== null),
      )}
      rows={rows}
      rowKey={(line) => line.key}
    />
  );
}

const COLUMNS: Column<Line>[] = [
  {
    key: 'local',
    header: 'Triggers at',
    width: '36%',
    wraps: true,
    cell: ({ item }) => plannedTimeLabel(item),
    phone: 'line',
    phoneCell: ({ item }) => plannedTimeLine(item),
  },
  {
    key: 'utc',
    header: 'In UTC',
    width: '22%',
    wraps: true,
    cell: ({ item }) => utcBeside(item),
  },
  {
    key: 'in',
    header: 'In',
    width: '19%',
    cell: ({ item }) => <RelativeTimeText instant={item.triggerTime} />,
  },
  {
    key: 'what',
    header: 'Command',
    wraps: true,
    cell: ({ item }) => commandLabelWithValue(item),
    phone: 'name',
  },
];
