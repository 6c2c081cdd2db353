import InfoIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { FleetEnergy } from '../../../contract/console/energy.ts';
import type { OverviewRow } from '../../../contract/console/overview.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import {
  formatCount,
  formatEnergy,
  formatNumber,
  formatShort,
  MISSING,
  formatDateSpan,
  typeLabel,
} from '../../../domain/format.ts';
import { WEEK_DAYS } from '../../../domain/last-days.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { SEVERAL_COLLECTIVES } from '../../../domain/several-collectives.ts';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { Spark, provisionalDays } from '../../components/charts/spark.tsx';
import { energySpan, partText } from '../../components/energy-tile.tsx';
import { leftOutReason, leftOutText } from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { stackColor } from '../../components/charts/stack-colors.ts';
import { CollectiveLink, dispatchColumn } from '../directory/record-cells.tsx';

function LastBatch({ batch }: { batch: NonNullable<OverviewRow['lastBatch']> }) {
  return (
    <>
      <BatchLink id={batch.id}>{requestLabel(batch.items)}</BatchLink>,{' '}
      <RelativeTimeText instant={batch.createdAt} />
    </>
  );
}

function NextPlan({ plan }: { plan: OverviewRow['next'] }) {
  if (plan === null) return null;
  return (
    <>
      <Tooltip title={plan.batch === null ? 'Planned by another system' : ''}>
        <span>{commandLabelWithValue(plan)}</span>
      </Tooltip>
      , <RelativeTimeText instant={plan.triggerTime} />
    </>
  );
}

/** Days of the small chart. */
const COURSE = 14;

/** A row, with its colour in the chart. */
type ColouredRow = OverviewRow & { color: string };

/** The energy of a week, shortened; a star if some Entities were not read. */
function sumText({ energy }: ColouredRow): string | null {
  if (energy.week === null) return null;
  if (energy.sessions === 0) return MISSING;
  const text = formatShort(energy.week.value, energy.unit);
  return partText(energy) === null ? text : `${text}*`;
}

/** The same on a phone, with how many sessions it leaves out; null: there is nothing to tell. */
function weekText(row: ColouredRow): string | null {
  const text = sumText(row);
  if (text === null || text === MISSING) return null;
  return [text, leftOutText(row.energy.leftOut.week), 'in 7 days'].filter(Boolean).join(' ');
}

function WeekEnergy({ row }: { row: ColouredRow }) {
  const { energy, color } = row;
  if (energy.week === null || energy.days === null) return 'not read yet';
  const { week, days, unit, leftOut } = energy;
  if (energy.sessions === 0) {
    return (
      <Tooltip title="No charge session is known for 30 days">
        <span>{MISSING}</span>
      </Tooltip>
    );
  }
  const provisional = provisionalDays(
    energy.provisionalFrom,
    dateAfter(energy.from, days.length - 1),
  );
  const span = energySpan(energy, WEEK_DAYS);
  const about = [
    formatEnergy(week.value, unit),
    formatDateSpan(span),
    partText(energy),
    provisional.text,
    leftOutReason(leftOut.week),
  ];
  return (
    <Tooltip title={about.filter(Boolean).join(', ')}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: '72px minmax(0, 1fr)',
          columnGap: 1.5,
          alignItems: 'center',
        }}
      >
        <Spark
          label={[`Energy per day, ${COURSE} days`, provisional.text].filter(Boolean).join(', ')}
          values={days.slice(-COURSE)}
          color={color}
          provisional={Math.min(COURSE, provisional.days)}
        />
        <span>
          {sumText(row)}
          {/* There is no room for it beside the sum. */}
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', lineHeight: 1.25 }}>
            {leftOutText(leftOut.week)}
          </Box>
        </span>
      </Box>
    </Tooltip>
  );
}

const FACTS: readonly Column<ColouredRow>[] = [
  {
    key: 'name',
    header: 'Collective',
    width: '21%',
    wraps: true,
    cell: (row) => (
      <>
        <CollectiveLink row={row} />
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {row.type !== null && typeLabel(row.type)}
        </Box>
      </>
    ),
    phone: 'name',
    phoneCell: (row) => <CollectiveLink row={row} />,
  },
  {
    key: 'entities',
    header: 'Entities',
    width: '80px',
    numeric: true,
    cell: (row) => formatNumber(row.entities),
    phone: 'line',
    phoneCell: (row) => formatCount(row.entities, 'Entity', 'Entities'),
  },
  column(
    'energy',
    <Hint text={SEVERAL_COLLECTIVES.each}>
      Energy, 7 days
      <InfoIcon sx={{ ml: 0.5, fontSize: 15, verticalAlign: 'text-bottom' }} />
    </Hint>,
    { width: '190px', phone: 'line', phoneCell: weekText },
    (row) => <WeekEnergy row={row} />,
  ),
  {
    key: 'last',
    header: 'Last batch',
    wraps: true,
    cell: (row) => (row.lastBatch === null ? MISSING : <LastBatch batch={row.lastBatch} />),
    isEmpty: ({ lastBatch }) => lastBatch === null,
    phone: 'more',
    // A second link in so little space would be too close to the first one.
    phoneCell: ({ lastBatch }) =>
      lastBatch && (
        <>
          {requestLabel(lastBatch.items)}, <RelativeTimeText instant={lastBatch.createdAt} />
        </>
      ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '15%',
    wraps: true,
    cell: ({ lastBatch }) => lastBatch && <OutcomeBar batch={lastBatch} />,
    isEmpty: ({ lastBatch }) => lastBatch === null,
    phone: 'end',
    phoneCell: ({ lastBatch }) => lastBatch && <OutcomeBar batch={lastBatch} compact />,
  },
  {
    key: 'next',
    header: 'Next plan',
    width: '16%',
    wraps: true,
    // Empty, it stays: plans that are read later would move the other columns.
    cell: (row) => <NextPlan plan={row.next} />,
  },
];

const COLUMNS: readonly Column<ColouredRow>[] = [...FACTS, dispatchColumn<ColouredRow>()];

interface CollectiveRowsProps {
  rows: readonly OverviewRow[];
  /** Total number. */
  collectives: number;
  energy: FleetEnergy | null;
}

/** How much of the last batch went wrong, from 0 to 1; an open unknown outcome is worst. */
function troubleOf({ lastBatch }: OverviewRow): number {
  if (lastBatch === null) return 0;
  if (isOpenOutcome(lastBatch)) return 2;
  const { verdictCounts, memberCount } = lastBatch;
  const failed = FAILED_VERDICTS.reduce((sum, each) => sum + (verdictCounts[each] ?? 0), 0);
  return memberCount === 0 ? 0 : failed / memberCount;
}

/** The Collectives that were commanded last, those with most trouble first, with their last and next Commands. */
export function CollectiveRows({ rows, collectives, energy }: CollectiveRowsProps) {
  const places = energy?.stack.map(({ collective }) => collective?.id) ?? [];
  const { allowed } = usePermission('dispatch');
  const worst = rows.toSorted((a, b) => troubleOf(b) - troubleOf(a));
  const coloured = worst.map((row) => {
    const place = places.indexOf(row.id);
    return { ...row, color: stackColor(place === -1 ? null : place) };
  });
  return (
    <>
      <DataTable
        label="Collectives"
        columns={allowed ? COLUMNS : FACTS}
        rows={coloured}
        rowKey={({ id }) => id}
      />
      {collectives > rows.length && (
        <AppLink to="/collectives" sx={{ fontSize: '0.8125rem' }}>
          All {formatNumber(collectives)} Collectives
        </AppLink>
      )}
    </>
  );
}
