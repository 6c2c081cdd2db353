import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import type { ReportGroupComparison } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { ENERGY_DECIMALS, formatCount, MISSING } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { shownEnergy, shownChange } from '../../../domain/reports/shown-sums.ts';
import { groupPairsQuery } from '../../api/report-queries.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { SortHeader } from '../../components/data-table/sort-header.tsx';
import { groupingOf, unitLabel } from './group-rows.ts';
import { groupLabel, type Names } from './group-labels.ts';
import type { RunPartProps } from './run-part.ts';
import type { COMPARE_ORDERS } from './run-search.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';

type Pair = ReportGroupComparison['rows'][number];
type Order = (typeof COMPARE_ORDERS)[number];

interface CompareGroupsProps extends RunPartProps {
  earlier: ReportRun;
}

/** Groups of both runs side by side; dates of different periods by position. */
export function CompareGroups({ run, search, onSearch, earlier }: CompareGroupsProps) {
  const names = useCollectiveNames();
  const grouping = groupingOf(run, search);
  const order = search.compareOrder ?? 'change';
  const direction = search.compareDirection ?? 'down';
  const query = useInfiniteQuery(
    groupPairsQuery({ later: run, earlier }, { by: grouping, order, direction }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const count = query.data?.pages[0]?.count ?? 0;
  const onSort = (by: Order) => {
    const next = by === order && direction === 'down' ? 'up' : 'down';
    onSearch({
      compareOrder: by === 'change' ? undefined : by,
      compareDirection: next === 'down' ? undefined : next,
    });
  };
  const table = { run, earlier, grouping, order, direction, onSort, names } as const;
  return (
    <Section title={`By ${GROUPING_LABELS[grouping].toLowerCase()}`}>
      <Box sx={{ mb: 1 }}>
        <ChoiceChips
          label="Compare by"
          required
          choices={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
          value={grouping}
          onChange={(value) => onSearch({ by: GROUPINGS.find((known) => known === value) })}
        />
      </Box>
      {rows === undefined ? (
        <ReadBlock read={query} what="the groups side by side" />
      ) : (
        <DataTable
          label="Groups side by side"
          columns={columnsFor(table)}
          rows={rows}
          rowKey={({ key, earlierKey, unit }) => JSON.stringify([key, earlierKey, unit])}
          minWidth={820}
          renderNarrow={(row) => ({
            first: nameOf(row, table),
            second: `${energyOf(row.earlier)} → ${energyOf(row.later)} ${unitLabel(row.unit)}`,
            end: changeOf(row).difference,
          })}
        />
      )}
      {rows !== undefined && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
          {formatCount(count, 'row', 'rows')}. Each amount is rounded separately.
        </Typography>
      )}
      {query.hasNextPage && (
        <Button
          color="inherit"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Read the next rows
        </Button>
      )}
    </Section>
  );
}

interface PairTable {
  run: ReportRun;
  earlier: ReportRun;
  grouping: Grouping;
  order: Order;
  direction: 'up' | 'down';
  onSort: (order: Order) => void;
  names: Names;
}

function nameOf(row: Pair, { run, earlier, grouping, names }: PairTable): string {
  const { zone } = run.definition;
  const own = groupLabel(grouping, row, zone, names);
  if (row.earlierKey === null || row.earlierKey === row.key) return own;
  const then = { key: row.earlierKey, label: null };
  return `${own} (then ${groupLabel(grouping, then, earlier.definition.zone, names)})`;
}

const energyOf = (sums: Pair['earlier']) => shownEnergy(sums?.energy ?? null);
const changeOf = ({ earlier, later }: Pair) =>
  shownChange(earlier?.energy ?? '0', later?.energy ?? '0', ENERGY_DECIMALS);

function columnsFor(table: PairTable): Column<Pair>[] {
  const { grouping, order, direction, onSort, run } = table;
  const currency = run.tariff?.content.currency ?? null;
  const sortable = (by: Order, label: string) => ({
    header: (
      <SortHeader sorted={by === order ? sortedAs(direction) : undefined} onSort={() => onSort(by)}>
        {label}
      </SortHeader>
    ),
    sorted: by === order ? sortedAs(direction) : undefined,
  });
  const columns: (Column<Pair> | null)[] = [
    {
      key: 'group',
      ...sortable('key', GROUPING_LABELS[grouping]),
      cell: (row) => nameOf(row, table),
    },
    { key: 'unit', header: 'Unit', width: '70px', cell: ({ unit }) => unitLabel(unit) },
    {
      key: 'earlier',
      header: 'Energy, compared with',
      width: '124px',
      numeric: true,
      cell: ({ earlier }) => energyOf(earlier),
    },
    {
      key: 'later',
      ...sortable('energy', 'Energy, this run'),
      width: '124px',
      numeric: true,
      cell: ({ later }) => energyOf(later),
    },
    {
      key: 'difference',
      ...sortable('change', 'Difference'),
      width: '116px',
      numeric: true,
      cell: (row) => changeOf(row).difference,
    },
    {
      key: 'percent',
      header: 'In percent',
      width: '90px',
      numeric: true,
      cell: (row) => changeOf(row).percent,
    },
    {
      key: 'sessions',
      header: 'Sessions',
      width: '104px',
      numeric: true,
      cell: ({ earlier, later }) =>
        `${earlier?.sessions ?? MISSING} → ${later?.sessions ?? MISSING}`,
    },
    currency === null
      ? null
      : {
          key: 'cost',
          header: `Cost difference, ${currency}`,
          width: '108px',
          numeric: true,
          cell: ({ earlier, later }) =>
            shownChange(earlier?.cost ?? '0', later?.cost ?? '0', 2).difference,
        },
  ];
  return columns.filter((column) => column !== null);
}

function sortedAs(direction: 'up' | 'down'): 'ascending' | 'descending' {
  return direction === 'up' ? 'ascending' : 'descending';
}
