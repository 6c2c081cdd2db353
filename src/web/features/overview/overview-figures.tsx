import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Overview } from '../../../contract/console/overview.ts';
import { stateCounts } from '../../../domain/batch-outcome.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import {
  exactEnergy,
  formatCount,
  formatNumber,
  formatShort,
  MISSING,
  formatDateSpan,
} from '../../../domain/format.ts';
import { WEEK_DAYS } from '../../../domain/last-days.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Spark } from '../../components/charts/spark.tsx';
import { StateColumns } from '../../components/charts/state-columns.tsx';
import { changeText, energySpan, partText } from '../../components/energy-text.ts';
import { Hint } from '../../components/hint.tsx';
import { isUnread, noPlansText } from '../../components/known-of.ts';
import { LeftOutMark } from '../../components/left-out.tsx';
import { provisionalDays } from '../../components/provisional.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { TallyBar, type Segment } from '../../components/status/tally-bar.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { stackColor } from '../../components/charts/stack-colors.ts';
import type { StatusStyle } from '../../theme/status.ts';
import { verifiedText } from './verified-share.ts';

type Reads = NonNullable<Overview['entities']['reads']>;

const READS: readonly { key: keyof Reads; label: string; style: StatusStyle }[] = [
  { key: 'fresh', label: 'fresh', style: { tone: 'teal', look: 'soft' } },
  { key: 'stale', label: 'stale', style: { tone: 'amber', look: 'hatched' } },
  { key: 'unread', label: 'not fully read', style: { tone: 'grey', look: 'plain' } },
  { key: 'partial', label: 'partly read', style: { tone: 'amber', look: 'outline' } },
  { key: 'unreadable', label: 'unreadable', style: { tone: 'red', look: 'soft' } },
];

/** How much of the fleet has fresh reads. @param reads null: being counted */
function readSegments(reads: Reads | null): Segment[] {
  return READS.map((state) => ({ ...state, count: reads?.[state.key] ?? 0 }));
}

/** The same as text: "118 fresh · 3 stale". @param offboarded Entities that are no longer read */
export function readsText(reads: Reads | null, offboarded: number): string {
  if (reads === null) return 'their reads are being counted';
  const parts = READS.filter(({ key }) => reads[key] > 0).map(
    ({ key, label }) => `${formatNumber(reads[key])} ${label}`,
  );
  if (offboarded > 0) parts.push(`${formatNumber(offboarded)} offboarded`);
  return parts.length === 0 ? 'none is listed' : parts.join(' · ');
}

/** The figures of the fleet in one row. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { entities, days, open, commandsRead, unknown } = overview;
  const today = days.at(-1)?.verdictCounts ?? {};
  return (
    <StatTiles short noteLines={2}>
      <StatTile
        label="Entities"
        value={formatNumber(entities.total)}
        picture={<TallyBar segments={readSegments(entities.reads)} height={8} />}
        note={readsText(entities.reads, entities.offboarded)}
      />
      <StatTile
        label="Commands today"
        value={<Today overview={overview} />}
        picture={
          days.some(({ verdictCounts }) => Object.keys(verdictCounts).length > 0) ||
          (commandsRead?.known ?? 0) > 0 ? (
            <StateColumns label="Commands per day, by status" days={days} />
          ) : undefined
        }
        note={verifiedText(today, overview.weekAgo, open, commandsRead)}
      />
      <StatTile
        label="Open now"
        value={open > 0 ? <AppLink to="/batches">{formatNumber(open)}</AppLink> : '0'}
        note={<NextPlan overview={overview} />}
      />
      <StatTile
        label="Outcome unknown"
        value={
          <Box
            component="span"
            sx={unknown.count > 0 ? { color: 'var(--mui-palette-status-amber)' } : undefined}
          >
            {formatNumber(unknown.count)}
          </Box>
        }
        note={
          unknown.newest === null ? (
            'all are accounted for'
          ) : (
            <>
              {requestLabel(unknown.newest.items)}, <ClockText instant={unknown.newest.createdAt} />
            </>
          )
        }
      />
      <EnergyTile energy={overview.energy} />
    </StatTiles>
  );
}

/** Commands of today, whichever system sent them. */
function Today({ overview: { days, commandsRead } }: { overview: Overview }) {
  const counts = stateCounts(days.at(-1)?.verdictCounts ?? {});
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const isKnown = commandsRead !== null && !isUnread(commandsRead);
  return total === 0 && !isKnown ? MISSING : formatNumber(total);
}

/** The next planned Command, by any system. */
function NextPlan({ overview: { next, planned, commandsRead } }: { overview: Overview }) {
  const [first] = next;
  if (first === undefined) return <>{noPlansText(commandsRead)}</>;
  return (
    <>
      <Tooltip title={formatCount(planned, 'plan', 'plans')}>
        <span>next: {commandLabelWithValue(first)}</span>
      </Tooltip>
      , <RelativeTimeText instant={first.triggerTime} />
    </>
  );
}

const ABOUT_WEEK = 'The change compares complete days with the same days of the 7 before.';

function EnergyTile({ energy }: { energy: Overview['energy'] }) {
  if (energy === null || energy.week === null || energy.days === null) {
    return (
      <StatTile
        label="Energy, 7 days"
        value={MISSING}
        note={energy === null ? 'being added up' : 'no charge session was read yet'}
      />
    );
  }
  if (energy.sessions === 0) {
    const note = ['no charge session is known', partText(energy)].filter(Boolean).join(' · ');
    return <StatTile label="Energy, 7 days" value={MISSING} note={note} />;
  }
  const { week, unit, days } = energy;
  const span = energySpan(energy, WEEK_DAYS);
  const provisional = provisionalDays(energy.provisionalFrom, span.to);
  const part = partText(energy);
  const change = changeText(week);
  const about = [
    exactEnergy(week.value, unit),
    formatDateSpan(span),
    provisional.text,
    part === null ? null : change,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <StatTile
      label="Energy, 7 days"
      value={<Hint text={`${about}. ${ABOUT_WEEK}`}>{formatShort(week.value, unit)}</Hint>}
      picture={
        <Spark
          label={['Energy per day, 7 days', provisional.text].filter(Boolean).join(', ')}
          values={days.slice(-WEEK_DAYS)}
          color={stackColor(1)}
          provisional={Math.min(WEEK_DAYS, provisional.days)}
        />
      }
      note={
        <>
          {/* For a part of the fleet the change is in the hint: both would make all tiles taller. */}
          {part ?? change} <LeftOutMark leftOut={energy.leftOut.week} />
        </>
      }
    />
  );
}
