import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, type ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { plannedTimeLine } from '../../../domain/planned-time.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { ZoneDataNote } from '../../components/zone-data-note.tsx';
import type { BatchOverview } from './batch-overview.ts';
import type { BatchSearch } from './batch-search.ts';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { itemKey } from './row-facts.ts';

type Item = BatchSummary['items'][number];

interface PlannedItem {
  item: Item;
  place: number;
  counts: Readonly<Record<string, number>>;
}

interface BatchPlanProps {
  batch: BatchSummary;
  overview: BatchOverview;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
  /** Actions on the Commands of a planned item. */
  renderActions: (item: Item, pending: number) => ReactNode;
}

/** The time in the planned zone, and the instant in UTC if it differs. */
function PlannedTime({ item }: { item: Item }) {
  return (
    <>
      <time dateTime={item.triggerTime ?? undefined}>{plannedTimeLine(item)}</time>
      <ZoneDataNote item={item} />
    </>
  );
}

interface NameButtonProps extends Pick<BatchPlanProps, 'search' | 'onSearch'> {
  planned: PlannedItem;
}

function NameButton({ planned, search, onSearch }: NameButtonProps) {
  const on = search.item === planned.place;
  return (
    <Button
      size="small"
      color="inherit"
      aria-pressed={on}
      onClick={() => onSearch({ item: on ? undefined : planned.place })}
      sx={{ fontWeight: on ? 700 : 500, px: 0.5, justifyContent: 'flex-start' }}
    >
      {commandLabelWithValue(planned.item)}
    </Button>
  );
}

function columnsFor(props: BatchPlanProps): readonly Column<PlannedItem>[] {
  const { search, onSearch, renderActions } = props;
  return [
    {
      key: 'command',
      header: 'Command',
      width: '20%',
      cell: (planned) => <NameButton planned={planned} search={search} onSearch={onSearch} />,
    },
    {
      key: 'when',
      header: 'Planned for',
      wraps: true,
      cell: ({ item }) => <PlannedTime item={item} />,
    },
    {
      key: 'in',
      header: 'When',
      width: '116px',
      cell: ({ item }) => <RelativeTimeText instant={item.triggerTime} />,
    },
    {
      key: 'bar',
      header: 'Commands',
      width: '22%',
      cell: ({ counts }) => <ItemTally counts={counts} />,
    },
    {
      key: 'act',
      header: <span className="visually-hidden">Cancel</span>,
      width: '132px',
      cell: ({ item, counts }) => renderActions(item, counts['pending'] ?? 0),
    },
  ];
}

/** The planned items of a schedule with their Commands; pressing one filters the rows. */
export function BatchPlan(props: BatchPlanProps) {
  const { batch, overview, search, onSearch, renderActions } = props;
  const planned = useMemo(
    () =>
      batch.items.map((item, place) => ({
        item,
        place,
        counts: overview.byItem.get(itemKey(item)) ?? {},
      })),
    [batch.items, overview],
  );
  return (
    <DataTable
      label="Planned Commands"
      columns={columnsFor(props)}
      rows={planned}
      rowKey={({ place }) => String(place)}
      renderNarrow={(row) => ({
        first: <NameButton planned={row} search={search} onSearch={onSearch} />,
        second: <PlannedTime item={row.item} />,
        end: renderActions(row.item, row.counts['pending'] ?? 0),
      })}
    />
  );
}

function ItemTally({ counts }: Pick<PlannedItem, 'counts'>) {
  const segments = countSegments(counts);
  return (
    <>
      <TallyBar segments={segments} height={6} />
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {segments.map(({ label, count }) => `${label} ${count}`).join(' · ')}
      </Box>
    </>
  );
}
