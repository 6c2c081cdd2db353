import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { instantMs } from '../../../domain/instant.ts';
import { plannedTimeLine } from '../../../domain/planned-time.ts';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { countSegments } from '../../components/status/verdict-segments.ts';
import { CountdownText, RelativeTimeText } from '../../components/time-text.tsx';
import { ZoneDataNote } from '../../components/zone-data-note.tsx';
import type { BatchSearch } from './batch-search.ts';
import { itemKey } from './row-facts.ts';
import { SweepButton } from './sweep-button.tsx';

interface BatchPlanProps {
  batch: BatchSummary;
  /** Planned item → derived status → number of Commands. */
  byItem: ReadonlyMap<string, Readonly<Record<string, number>>>;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

interface PlannedItem {
  item: BatchSummary['items'][number];
  place: number;
  counts: Readonly<Record<string, number>>;
}

function columnsFor(props: BatchPlanProps): readonly Column<PlannedItem>[] {
  const { batch, search, onSearch } = props;
  return [
    {
      key: 'command',
      header: 'Command',
      width: '20%',
      cell: ({ item, place }) => {
        const on = search.item === place;
        return (
          <Button
            size="small"
            color="inherit"
            aria-pressed={on}
            onClick={() => onSearch({ item: on ? undefined : place })}
            sx={{ fontWeight: on ? 700 : 500, px: 0.5, justifyContent: 'flex-start' }}
          >
            {commandLabelWithValue(item)}
          </Button>
        );
      },
      phone: 'name',
    },
    {
      key: 'when',
      header: 'Planned for',
      wraps: true,
      cell: ({ item }) => (
        <>
          <time dateTime={item.triggerTime ?? undefined}>{plannedTimeLine(item)}</time>
          <ZoneDataNote item={item} />
        </>
      ),
      phone: 'line',
    },
    {
      key: 'in',
      header: 'When',
      width: '116px',
      cell: ({ item, counts }) =>
        (counts['pending'] ?? 0) > 0 ? (
          <CountdownText instant={item.triggerTime} />
        ) : (
          <RelativeTimeText instant={item.triggerTime} />
        ),
      phone: 'line',
    },
    {
      key: 'bar',
      header: 'Commands',
      width: '22%',
      cell: ({ counts }) => <ItemTally counts={counts} />,
      phone: 'more',
    },
    {
      key: 'act',
      header: <span className="visually-hidden">Cancel</span>,
      width: '132px',
      cell: ({ item, counts }) => (
        <SweepButton
          batch={batch}
          scope={{ count: counts['pending'] ?? 0, soonestMs: instantMs(item.triggerTime), item }}
        />
      ),
      phone: 'end',
    },
  ];
}

/** The planned items of a schedule with their Commands; pressing one filters the rows. */
export function BatchPlan(props: BatchPlanProps) {
  const { batch, byItem } = props;
  const planned = useMemo(
    () =>
      batch.items.map((item, place) => ({ item, place, counts: byItem.get(itemKey(item)) ?? {} })),
    [batch.items, byItem],
  );
  return (
    <DataTable
      label="Planned Commands"
      columns={columnsFor(props)}
      rows={planned}
      rowKey={({ place }) => String(place)}
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
