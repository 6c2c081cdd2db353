import { useMemo } from 'react';
import type { SweepItem, SweepItemState } from '../../../contract/console/sweep.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { ClockText, DateTimeText } from '../../components/time-text.tsx';

const STATE_LABELS: Readonly<Record<SweepItemState, string>> = {
  waiting: 'Waiting',
  canceled: 'Canceled',
  'too-late': 'Too late',
  refused: 'Refused',
  unknown: 'Unknown',
};

/** Commands that were not canceled come first: they need attention. */
const ORDER: readonly SweepItemState[] = ['unknown', 'refused', 'too-late', 'waiting', 'canceled'];

const COLUMNS: readonly Column<SweepItem>[] = [
  {
    key: 'entity',
    header: 'Entity',
    width: '22%',
    cell: (item) => item.entityName ?? shortId(item.entityId),
  },
  {
    key: 'trigger',
    header: 'Trigger time',
    width: '168px',
    cell: (item) => <DateTimeText instant={item.triggerTime} />,
  },
  { key: 'state', header: 'Result', width: '104px', cell: (item) => STATE_LABELS[item.state] },
  {
    key: 'words',
    header: 'Message',
    wraps: true,
    cell: (item) => item.words ?? MISSING,
  },
  { key: 'at', header: 'At', width: '88px', cell: (item) => <ClockText instant={item.at} /> },
];

/** The Commands of a sweep with their results. */
export function SweepItems({ items }: { items: readonly SweepItem[] }) {
  const sorted = useMemo(
    () => items.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    [items],
  );
  return (
    <DataTable
      label="Commands of the sweep"
      columns={COLUMNS}
      rows={sorted}
      rowKey={(item) => item.commandId}
      renderNarrow={(item) => ({
        first: item.entityName ?? shortId(item.entityId),
        second: item.words ?? <DateTimeText instant={item.triggerTime} />,
        end: STATE_LABELS[item.state],
      })}
    />
  );
}
