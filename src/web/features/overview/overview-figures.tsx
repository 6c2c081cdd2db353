import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Overview } from '../../../contract/console/overview.ts';
import { stateCounts } from '../../../domain/batch-outcome.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import {
  exactEnergy,
  formatCompact,
  formatCount,
  formatNumber,
  MISSING,
  formatDateSpan,
} from '../../../domain/format.ts';
import { WEEK_DAYS } from '../../../domain/last-days.ts';
import { nextPlans } from '../../../domain/next-plans.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Spark } from '../../components/charts/spark.tsx';
import { StateColumns } from '../../components/charts/state-columns.tsx';
import { changeText, energySpan, partText } from '../../components/energy-text.ts';
import { Hint } from '../../components/hint.tsx';
import { isUnread, noPlansText } from '../../components/known-of.ts';
import { LeftOutMark } from '../../components/left-out.tsx';
import { provisionalDays } from '../../components/provisional.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { ReadsBar, readsText } from './reads-bar.tsx';
import { stackColor } from '../../components/charts/stack-colors.ts';
import { verifiedText } from './verified-share.ts';

/** The figures of the fleet in one row. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { entities, days, open, others, unknown } = overview;
  const today = days.at(-1)?.verdictCounts ?? {};
  return (
    <StatTiles short noteLines={2}>
      <StatTile
        label="Entities"
        value={formatNumber(entities.total)}
        picture={<ReadsBar reads={entities.reads} />}
        note={readsText(entities.reads, entities.offboarded)}
      />
      <StatTile
        label="Commands today"
        value={<Today overview={overview} />}
        picture={
          days.some(({ verdictCounts }) => Object.keys(verdictCounts).length > 0) ||
          (others?.readOf.known ?? 0) > 0 ? (
            <StateColumns label="Commands per day, by status" days={days} />
          ) : undefined
        }
        note={verifiedText(today, overview.weekAgo, open, others?.readOf ?? null)}
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

/** Commands of today, including those of other systems, which the hint counts. */
function Today({ overview: { days, others } }: { overview: Overview }) {
  const counts = stateCounts(days.at(-1)?.verdictCounts ?? {});
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const isKnown = others !== null && !isUnread(others.readOf);
  const text = total === 0 && !isKnown ? MISSING : formatNumber(total);
  if (others === null) {
    return <Hint text="Commands of other systems are still being counted.">{text}</Hint>;
  }
  if (others.today === 0) return text;
  return <Hint text={`${formatNumber(others.today)} of them sent by other systems`}>{text}</Hint>;
}

/** The next planned Command, by any system. */
function NextPlan({ overview: { next, planned, others } }: { overview: Overview }) {
  const [first] = nextPlans(next, others);
  if (first === undefined) return <>{noPlansText(others?.readOf ?? null)}</>;
  const about = [
    formatCount(planned, 'plan of this console', 'plans of this console'),
    others === null
      ? 'those of other systems are being counted'
      : `${formatCount(others.commands, 'Command', 'Commands')} planned by other systems`,
  ];
  return (
    <>
      <Tooltip title={about.join(', ')}>
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
      value={
        <Hint text={`${about}. ${ABOUT_WEEK}`}>
          {formatCompact(week.value)}{' '}
          <Box component="span" sx={{ fontSize: '0.875rem', letterSpacing: 0 }}>
            {unit}
          </Box>
        </Hint>
      }
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
