import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { createLink } from '@tanstack/react-router';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import type { GroupOrder, ReportSums } from '../../../contract/console/report-result.ts';
import { formatDecimal } from '../../../domain/format.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import {
  registerShares,
  shownExactly,
  shownTotal,
  type ShownSums,
} from '../../../domain/reports/shown-sums.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { SortHeader } from '../../components/data-table/sort-header.tsx';
import { unitLabel, type GroupRow } from './group-rows.ts';
import { sessionsOfGroup } from './group-labels.ts';
import { DOUBTFUL_SESSIONS, type RunSearch } from './run-search.ts';
import { SessionsLink } from './sessions-link.tsx';

const IconLink = createLink(IconButton);

/** What the columns of a grouped report depend on. */
export interface GroupTable {
  /** Null: a draft, whose sessions have no page. */
  runId: string | null;
  search: RunSearch;
  grouping: Grouping;
  /** Time zone of the report. */
  zone: string;
  /** Null: no tariff, so no cost. */
  currency: string | null;
  totals: readonly ReportSums[];
  order: GroupOrder;
  direction: 'up' | 'down';
  /** Null: on paper, where nothing can be pressed; browsers repeat only plain headings on each sheet. */
  onSort: ((order: GroupOrder) => void) | null;
}

/** Width of the group column, in px. */
const NAME_WIDTH = 184;

/** The same for hours with their offset, and Locations with their id. */
const LONG_NAMES: readonly Grouping[] = ['hour', 'location'];
const LONG_NAME_WIDTH = 222;

/** Total width of the columns, in px. */
export function widthOf(columns: readonly Column<GroupRow>[], grouping: Grouping): number {
  const name = LONG_NAMES.includes(grouping) ? LONG_NAME_WIDTH : NAME_WIDTH;
  return columns.reduce((all, { width }) => all + Number.parseInt(width ?? String(name), 10), 0);
}

/** Room for the icon after the name of an Entity, in px. */
const PAGE_ICON = 28;

type Shown = keyof ShownSums;

/** A column of an additive amount. */
interface AmountColumn {
  key: Shown;
  header: string;
  width: string;
  order?: GroupOrder;
  /** What follows the amount on a phone; absent: a phone does not show it. */
  after?: (sums: Pick<ReportSums, 'unit'>) => string;
}

function amountColumns({ currency, totals, grouping }: GroupTable): AmountColumn[] {
  const unit = totals.length === 1 ? `, ${unitLabel(totals[0]?.unit ?? null)}` : '';
  const energy: AmountColumn = {
    key: 'energy',
    header: `Energy${unit}`,
    width: '124px',
    order: 'energy',
    after: (sums) => ` ${unitLabel(sums.unit)}`,
  };
  // Only the energy of a session belongs to one register.
  if (grouping === 'register') return [energy];
  const cost: AmountColumn[] =
    currency === null
      ? []
      : [
          {
            key: 'cost',
            header: `Cost, ${currency}`,
            width: '102px',
            order: 'cost',
            after: () => ` ${currency}`,
          },
          ...(totals.some(({ unpriced }) => unpriced !== '0')
            ? [{ key: 'unpriced' as const, header: `Without a price${unit}`, width: '104px' }]
            : []),
        ];
  return [
    {
      key: 'sessions',
      header: 'Sessions',
      width: '104px',
      order: 'sessions',
      after: () => ' sessions',
    },
    energy,
    ...cost,
    { key: 'duration', header: 'Duration', width: '132px', order: 'duration', after: () => '' },
    { key: 'averagePower', header: 'Average power, kW', width: '88px' },
    { key: 'peakPower', header: 'Peak power, kW', width: '86px' },
    { key: 'socGain', header: 'Charge gained, points', width: '92px' },
    { key: 'rangeGain', header: 'Range gained, km', width: '94px' },
  ];
}

/** The columns of a grouped report: the group, and its amounts with units in the headers. */
export function groupColumns(table: GroupTable): Column<GroupRow>[] {
  const { grouping, totals, order, direction, onSort } = table;
  const sorted = (by: GroupOrder | undefined) =>
    by !== order
      ? undefined
      : direction === 'up'
        ? ('ascending' as const)
        : ('descending' as const);
  const head = (header: string, by: GroupOrder | undefined) =>
    by === undefined || onSort === null ? (
      header
    ) : (
      <SortHeader sorted={sorted(by)} onSort={() => onSort(by)}>
        {header}
      </SortHeader>
    );
  const columns: Column<GroupRow>[] = [
    {
      key: 'group',
      header: head(GROUPING_LABELS[grouping], 'key'),
      sorted: sorted('key'),
      cell: (row) => <GroupName row={row} table={table} />,
      phone: 'name',
    },
  ];
  if (grouping === 'location') {
    columns.push({ key: 'accuracy', header: 'Accuracy', width: '96px', cell: accuracyOf });
  }
  if (totals.length > 1) {
    columns.push({
      key: 'unit',
      header: 'Unit',
      width: '70px',
      cell: ({ group }) => unitLabel(group.unit),
    });
  }
  for (const { key, header, width, order: by, after } of amountColumns(table)) {
    const cell = ({ shown, group }: GroupRow) =>
      key === 'energy' ? (
        <>
          <DoubtfulEntity group={group} table={table} />
          <Tooltip title={formatDecimal(group.energy)}>
            <span>{shown.energy}</span>
          </Tooltip>
        </>
      ) : (
        shown[key]
      );
    columns.push({
      key,
      header: head(header, by),
      sorted: sorted(by),
      width,
      numeric: true,
      cell,
      ...(after !== undefined && {
        phone: 'line',
        phoneCell: (row) => (
          <>
            {cell(row)}
            {after(row.group)}
          </>
        ),
      }),
    });
  }
  if (grouping !== 'register' && totals.some((sums) => registerShares(sums).length > 0)) {
    columns.push({
      key: 'registers',
      header: 'By register',
      width: '236px',
      cell: ({ group }) => registersLabel(group),
    });
  }
  return columns;
}

/** The footer of the table: a total for each energy unit, since units are never added up. */
export function totalRows(
  totals: readonly ReportSums[],
  { label, grouping, all }: { label: string; grouping: Grouping; all: boolean },
) {
  // If rows keep all decimals, so must the total.
  const shownSums = all ? shownTotal : shownExactly;
  return totals.map((sums) => ({
    ...(grouping === 'register' ? { energy: shownSums(sums).energy } : shownSums(sums)),
    group: totals.length > 1 ? `${label}, ${unitLabel(sums.unit)}` : label,
    unit: unitLabel(sums.unit),
    registers: registersLabel(sums),
  }));
}

/** A total on a phone, as its rows. */
export function phoneTotal(table: GroupTable, sums: ReportSums, all: boolean): string {
  const shown = all ? shownTotal(sums) : shownExactly(sums);
  return amountColumns(table)
    .flatMap(({ key, after }) => (after === undefined ? [] : [`${shown[key]}${after(sums)}`]))
    .join(' · ');
}

function accuracyOf({ group: { accuracy } }: GroupRow): string {
  if (accuracy === null) return '';
  return accuracy.min === accuracy.max ? accuracy.min : `${accuracy.min} to ${accuracy.max}`;
}

/** "t1 60 %, t2 40 %". */
function registersLabel(sums: Pick<ReportSums, 'registers'>): string {
  return registerShares(sums)
    .map(([name, share]) => `${name} ${share}`)
    .join(', ');
}

/** Beside the energy of an Entity: opens its sessions whose energy is in doubt. */
function DoubtfulEntity({
  group,
  table: { runId, search },
}: {
  group: GroupRow['group'];
  table: GroupTable;
}) {
  const { doubtful = 0, key } = group;
  if (doubtful === 0 || runId === null) return null;
  return (
    <Tooltip title={doubtfulLabel(doubtful)}>
      <IconLink
        to="/reports/$runId"
        params={{ runId }}
        search={{ ...search, ...DOUBTFUL_SESSIONS, entity: key, tab: 'sessions' as const }}
        aria-label={doubtfulLabel(doubtful)}
        sx={{ mr: 0.5, p: 0.5, color: 'var(--mui-palette-status-amber)' }}
      >
        <WarningAmberIcon sx={{ fontSize: 14 }} />
      </IconLink>
    </Tooltip>
  );
}

/** The group of a row, linked to its sessions, and an Entity to its page. */
function GroupName({ row, table }: { row: GroupRow; table: GroupTable }) {
  const { grouping, zone, runId, search } = table;
  const { group, label } = row;
  const sessions = sessionsOfGroup(grouping, group.key, zone);
  if (runId === null && grouping === 'entity') {
    return (
      <AppLink to="/entities/$entityId" params={{ entityId: group.key }}>
        {label}
      </AppLink>
    );
  }
  if (sessions === null || runId === null) return label;
  return (
    <>
      <SessionsLink
        runId={runId}
        search={search}
        sessions={sessions}
        maxWidth={grouping === 'entity' ? `calc(100% - ${PAGE_ICON}px)` : undefined}
      >
        {label}
      </SessionsLink>
      {grouping === 'entity' && (
        <IconLink
          to="/entities/$entityId"
          params={{ entityId: group.key }}
          search={{ tab: 'sessions' as const }}
          aria-label={`Page of ${label}`}
          sx={{ ml: 0.5, p: 0.5 }}
        >
          <OpenInNewIcon sx={{ fontSize: 14 }} />
        </IconLink>
      )}
    </>
  );
}
