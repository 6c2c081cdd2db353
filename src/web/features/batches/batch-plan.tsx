import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { BatchPart, BatchSummary } from '../../../contract/console/batch.ts';
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
import { SweepButton } from './sweep-button.tsx';

interface BatchPlanProps {
  batch: BatchSummary;
  /** By planned item. */
  parts: readonly BatchPart[];
  /** Index of the item that the page shows. */
  shown: number;
  onSearch: (change: Partial<BatchSearch>) => void;
}

interface PlannedItem {
  item: BatchSummary['items'][number];
  place: number;
  counts: Readonly<Record<string, number>>;
}

function columnsFor(props: BatchPlanProps): readonly Column<PlannedItem>[] {
  const { batch, shown, onSearch } = props;
  return [
    {
      key: 'command',
      header: 'Command',
      width: '20%',
      cell: ({ item, place }) => {
        const on = shown === place;
        return (
          <Button
            size="small"
            color="inherit"
            aria-pressed={on}
            onClick={() => onSearch({ item: place })}
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
      header: 'Entities',
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

/** The planned items of a schedule with the states of their Entities; pressing one shows it below. */
export function BatchPlan(props: BatchPlanProps) {
  const { batch, parts } = props;
  const planned = useMemo(
    () => batch.items.map((item, place) => ({ item, place, counts: parts[place]?.counts ?? {} })),
    [batch.items, parts],
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
      {segments.length > 1 && <TallyBar segments={segments} height={6} />}
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {segments.map(({ label, count }) => `${label} ${count}`).join(' · ')}
      </Box>
    </>
  );
}
