import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { GroupOrder } from '../../../contract/console/report-result.ts';
import type { StandingGroups } from '../../../contract/console/report-stand.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { GROUPING_LABELS, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOnPaper } from '../../components/use-on-paper.ts';
import { groupColumns, phoneTotal, totalRows, widthOf, type GroupTable } from './group-columns.tsx';
import { groupRows, isAllRead } from './group-rows.ts';
import type { RunPartProps } from './run-part.ts';

interface GroupsTableProps extends RunPartProps {
  pages: readonly StandingGroups[];
  /** Whether the rows shown belong to another order or snapshot version. */
  busy: boolean;
}

/** The rows of a grouping with their totals. */
export function GroupsTable({ run, search, onSearch, pages, busy }: GroupsTableProps) {
  const names = useCollectiveNames();
  const onPaper = useOnPaper();
  const { zone } = run.definition;
  const rows = useMemo(() => groupRows(pages, zone, names), [pages, zone, names]);
  const grouping = pages[0]?.grouping ?? 'entity';
  const totals = pages[0]?.totals ?? [];
  const count = pages[0]?.count ?? 0;
  const order = search.order ?? 'key';
  const direction = search.direction ?? 'up';
  const onSort = (by: GroupOrder) => {
    // Amounts are first sorted with the largest at the top, names alphabetically.
    const first = by === 'key' ? 'up' : 'down';
    const next = by === order ? (direction === 'up' ? 'down' : 'up') : first;
    onSearch({ order: by === 'key' ? undefined : by, direction: next === 'up' ? undefined : next });
  };
  const table: GroupTable = {
    runId: run.draft ? null : run.id,
    search,
    grouping,
    zone,
    currency: run.tariff?.content.currency ?? null,
    totals,
    order,
    direction,
    onSort: onPaper ? null : onSort,
  };
  const columns = groupColumns(table);
  const all = isAllRead(pages);
  const totalLabel = pages[0]?.stand.state === 'complete' ? 'Total' : 'Total so far';
  return (
    <Box aria-busy={busy} sx={{ bgcolor: busy ? 'action.hover' : undefined }}>
      <DataTable
        label={`Result by ${GROUPING_LABELS[grouping].toLowerCase()}`}
        columns={columns}
        rows={rows}
        rowKey={({ group }) => JSON.stringify([group.key, group.unit])}
        footer={totalRows(totals, { label: totalLabel, grouping, all })}
        minWidth={widthOf(columns, grouping)}
        narrowFooter={
          <Box sx={{ py: 1, fontWeight: 600 }}>
            {totals.map((sums) => (
              <div key={sums.unit ?? ''}>
                {totalLabel}: {phoneTotal(table, sums, all)}
              </div>
            ))}
          </Box>
        }
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        {formatCount(count, 'row', 'rows')}, days and hours in {zoneLabel(run.definition)}.{' '}
        {!all
          ? `${formatNumber(rows.length)} read; so many rows are shown with all their decimals, so that they add up.`
          : 'Rows are rounded together, so that they add up to the total.'}
      </Typography>
    </Box>
  );
}
