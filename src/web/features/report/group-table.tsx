import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import {
  FIGURE_ORDERS,
  type FigureOrder,
  type FigureRow,
  type FigureSums,
} from '../../../contract/console/report-figures.ts';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { formatCount, formatDecimal } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import {
  registerShares,
  roundingNote,
  shownFigures,
  type ShownFigures,
} from '../../../domain/reports/shown-figures.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column, SortOrder } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { CutTip } from '../../components/hint.tsx';
import { useOnPaper } from '../../components/use-on-paper.ts';
import { groupLabels, sessionsOfRow } from './group-labels.ts';
import { sessionsAt, type ReportSearch } from './report-search.ts';

const IconLink = createLink(IconButton);

/** How the rows are sorted. */
interface GroupSort {
  order: FigureOrder;
  direction: 'up' | 'down';
}

interface GroupTableProps {
  /** Accessible name. */
  label: string;
  /** One or two groupings. */
  by: readonly Grouping[];
  /** Time zone of the report. */
  zone: string;
  /** Null: no tariff, so no cost. */
  currency: string | null;
  rows: readonly FigureRow[];
  totals: readonly FigureSums[];
  /** Number of all rows, of which these may be a page. */
  count: number;
  /** The address of the report, whose sessions the rows lead to; absent: they lead nowhere. */
  search?: ReportSearch;
  sort?: GroupSort;
  onSort?: (sort: GroupSort) => void;
  /** Whether the rows belong to what was asked before. */
  busy?: boolean;
}

interface GroupRow {
  row: FigureRow;
  /** One per grouping. */
  names: string[];
  shown: ShownFigures;
}

/** Label of the unit of an amount. */
export const unitLabel = (unit: string | null) => unit ?? 'no unit';

/** The rows of one or two groupings with their totals; each figure is rounded by itself. */
export function GroupTable(props: GroupTableProps) {
  const { label, by, zone, rows, totals, count, currency, sort, onSort, busy = false } = props;
  const names = useCollectiveNames();
  const onPaper = useOnPaper();
  const drawn = useMemo(() => {
    const keysAt = (at: number) => rows.flatMap(({ keys }) => keys[at] ?? []);
    const labels = by.map((each, at) => groupLabels(each, keysAt(at), zone, names));
    return rows.map((row): GroupRow => ({
      row,
      names: row.keys.map(({ key }, at) => labels[at]?.get(key) ?? key),
      shown: shownFigures(row),
    }));
  }, [by, rows, zone, names]);
  const isRegister = by.includes('register');
  const note =
    rows.length === count && count > 0 ? roundingNote(rows, totals, currency, isRegister) : null;
  const total = (unit: string | null) =>
    totals.length > 1 ? `Total, ${unitLabel(unit)}` : 'Total';
  const footer = totals.map((sums) => ({
    ...(isRegister ? { energy: shownFigures(sums).energy } : shownFigures(sums)),
    'group 0': total(sums.unit),
    unit: unitLabel(sums.unit),
    registers: registersLabel(sums),
  }));
  const toSort = ({ by: asked, order }: SortOrder) => {
    const next = FIGURE_ORDERS.find((known) => known === asked) ?? 'key';
    // Amounts are first sorted with the largest at the top, names alphabetically.
    const isDown = next === sort?.order ? order === 'desc' : next !== 'key';
    onSort?.({ order: next, direction: isDown ? 'down' : 'up' });
  };
  const amounts = amountColumns(props);
  const phoneFigures = (sums: FigureSums) => {
    const row = { row: { ...sums, keys: [] }, names: [], shown: shownFigures(sums) };
    const shown = amounts.filter(({ phoneCell }) => phoneCell !== undefined);
    return shown.map(({ key, phoneCell }, at) => (
      <Fragment key={key}>
        {at > 0 && ' · '}
        {phoneCell?.(row)}
      </Fragment>
    ));
  };
  return (
    <>
      <DataTable
        label={label}
        columns={columnsOf(props, amounts)}
        rows={drawn}
        rowKey={({ row }) => JSON.stringify([row.keys.map(({ key }) => key), row.unit])}
        busy={busy}
        mayBeWide
        footer={footer}
        {...(sort !== undefined && {
          sort: { by: sort.order, order: sort.direction === 'up' ? 'asc' : 'desc' },
        })}
        // Browsers repeat only plain headings on each sheet of paper.
        {...(onSort !== undefined && !onPaper && { onSort: toSort })}
        narrowFooter={
          <Box sx={{ py: 1, fontWeight: 600 }}>
            {totals.map((sums) => (
              <div key={sums.unit ?? ''}>
                {total(sums.unit)}: {phoneFigures(sums)}
              </div>
            ))}
          </Box>
        }
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        {formatCount(count, 'row', 'rows')}. {note}
      </Typography>
    </>
  );
}

/** The columns of amounts. */
function amountColumns(table: GroupTableProps): Column<GroupRow>[] {
  const { currency, totals, by } = table;
  const unit = totals.length === 1 ? `, ${unitLabel(totals[0]?.unit ?? null)}` : '';
  const amount = (key: keyof ShownFigures, header: string, width: string): Column<GroupRow> => ({
    key,
    header,
    width,
    numeric: true,
    cell: ({ shown }) => shown[key],
  });
  /** By which the rows can be sorted; a phone shows it, with what follows the amount. */
  const main = (
    key: keyof ShownFigures & FigureOrder,
    header: string,
    width: string,
    after: string,
  ) => ({
    ...amount(key, header, width),
    sort: key,
    phone: 'line' as const,
    phoneCell: ({ shown }: GroupRow) => `${shown[key]} ${after}`.trim(),
  });
  const energy: Column<GroupRow> = {
    ...main('energy', `Energy${unit}`, '124px', ''),
    phoneCell: ({ row, shown }) => `${shown.energy} ${unitLabel(row.unit)}`,
    cell: ({ row, shown }) => (
      <>
        <Doubtful table={table} row={row} />
        <Tooltip title={formatDecimal(row.energy)}>
          <span>{shown.energy}</span>
        </Tooltip>
      </>
    ),
  };
  // Only the energy of a session belongs to one register.
  if (by.includes('register')) return [energy];
  const hasUnpriced = currency !== null && totals.some(({ unpriced }) => unpriced !== '0');
  return [
    main('sessions', 'Sessions', '104px', 'sessions'),
    energy,
    currency !== null && main('cost', `Cost, ${currency}`, '102px', currency),
    hasUnpriced && amount('unpriced', `Without a price${unit}`, '104px'),
    main('duration', 'Duration', '132px', ''),
    amount('averagePower', 'Average power, kW', '88px'),
    amount('highestAverage', 'Highest session average, kW', '116px'),
    amount('socGain', 'Charge gained, points', '92px'),
    amount('rangeGain', 'Range gained, km', '94px'),
  ].filter((column) => column !== false);
}

function columnsOf(
  table: GroupTableProps,
  amounts: readonly Column<GroupRow>[],
): Column<GroupRow>[] {
  const { by, totals } = table;
  const hasRegisters = by.length === 1 && totals.some((sums) => registerShares(sums).length > 0);
  const columns: (Column<GroupRow> | false)[] = [
    ...by.map((grouping, at): Column<GroupRow> => ({
      key: `group ${at}`,
      header: GROUPING_LABELS[grouping],
      ...(at === 0 ? { sort: 'key', phone: 'name' } : { width: '18%', phone: 'line' }),
      cell: (row) => (at === 0 ? <GroupName table={table} row={row} /> : row.names[at]),
    })),
    totals.length > 1 && {
      key: 'unit',
      header: 'Unit',
      width: '70px',
      cell: ({ row }) => unitLabel(row.unit),
    },
    ...amounts,
    hasRegisters &&
      !by.includes('register') && {
        key: 'registers',
        header: 'By register',
        width: '236px',
        cell: ({ row }) => registersLabel(row),
      },
  ];
  return columns.filter((column) => column !== false);
}

/** "t1 60 %, t2 40 %". */
const registersLabel = (sums: Pick<FigureSums, 'registers'>): string =>
  registerShares(sums)
    .map(([name, share]) => `${name} ${share}`)
    .join(', ');

/** Beside the energy of a row: opens its sessions whose energy is in doubt. */
function Doubtful({
  table: { by, zone, search },
  row,
}: {
  table: GroupTableProps;
  row: FigureRow;
}) {
  const filter = sessionsOfRow(by, row.keys, zone);
  if (row.doubtful === 0 || filter === null || search === undefined) return null;
  const text = doubtfulLabel(row.doubtful);
  return (
    <Tooltip title={text}>
      <IconLink
        to="/reports/new/sessions"
        search={sessionsAt(search, { ...filter, exception: 'doubtful' })}
        aria-label={text}
        sx={{ mr: 0.5, p: 0.5 }}
      >
        <WarningAmberIcon sx={{ fontSize: 14, color: 'var(--mui-palette-status-amber)' }} />
      </IconLink>
    </Tooltip>
  );
}

/** The name of a row, linked to its sessions. */
function GroupName({ table, row: { row, names } }: { table: GroupTableProps; row: GroupRow }) {
  const { by, zone, search } = table;
  const filter = search === undefined ? null : sessionsOfRow(by, row.keys, zone);
  if (filter === null || search === undefined) return names[0];
  return (
    <CutTip>
      <AppLink to="/reports/new/sessions" search={sessionsAt(search, filter)} sx={cutLink}>
        {names[0]}
      </AppLink>
    </CutTip>
  );
}

const cutLink = {
  display: 'inline-block',
  maxWidth: '100%',
  lineHeight: '24px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
} as const;
