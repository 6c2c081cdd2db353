import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { KnownOf } from '../../../contract/console/counts.ts';
import type { Overview } from '../../../contract/console/overview.ts';
import { endedIn, stateCounts } from '../../../domain/batch-outcome.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Spark } from '../../components/charts/spark.tsx';
import { EnergyTile } from '../../components/energy-tile.tsx';
import { isUnread, knownOfText, noPlansText } from '../../components/known-of.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { TallyBar, type Segment } from '../../components/status/tally-bar.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import type { StatusStyle } from '../../theme/status.ts';

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
          commandsRead.known > 0 ? (
            <Spark
              label="Commands per day"
              values={days.map(({ verdictCounts }) => totalOf(verdictCounts))}
              color="var(--mui-palette-primary-main)"
              provisional={0}
            />
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
      <EnergyTile drawn of="week" energy={overview.energy} />
    </StatTiles>
  );
}

const totalOf = (verdictCounts: Readonly<Record<string, number>>) =>
  stateCounts(verdictCounts).reduce((sum, { count }) => sum + count, 0);

/** Commands of today, whichever system sent them. */
function Today({ overview: { days, commandsRead } }: { overview: Overview }) {
  const total = totalOf(days.at(-1)?.verdictCounts ?? {});
  const isKnown = !isUnread(commandsRead);
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

/**
 * The share of ended Commands that were verified, in whole percent; 100 only if all were, 0 only if none was.
 * Others do not count.
 * @param counts by derived status
 * @returns null if none has ended
 */
export function verifiedShare(counts: Readonly<Record<string, number>>): number | null {
  const total = endedIn(stateCounts(counts));
  if (total === 0) return null;
  const verified = counts['verified'] ?? 0;
  if (verified === 0 || verified === total) return verified === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((verified / total) * 100)));
}

/**
 * "94 % verified · 91 % a week ago", or "6 of 60 verified so far" while some of today's are open. For a day
 * without Commands only what was read: "none is known, from 3 of 60 Entities".
 * @param open due Commands that are not final: acknowledged ones may still be verified
 * @param readOf Entities whose Commands were read; null: being counted
 */
export function verifiedText(
  today: Readonly<Record<string, number>>,
  weekAgo: Readonly<Record<string, number>>,
  open: number,
  readOf: KnownOf | null,
): string {
  const counts = stateCounts(today);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const verified = formatNumber(today['verified'] ?? 0);
  const now =
    open > 0 || endedIn(counts) < total
      ? `${verified} of ${formatNumber(total)} verified so far`
      : `${verifiedShare(today) ?? 0} % verified`;
  const before = verifiedShare(weekAgo);
  return [
    total === 0 ? noneText(readOf) : now,
    ...(before === null ? [] : [`${before} % a week ago`]),
    ...(total === 0 || readOf === null ? [] : [knownOfText(readOf)]),
  ]
    .filter((text) => text !== null)
    .join(' · ');
}

function noneText(readOf: KnownOf | null): string {
  if (readOf === null) return 'being counted';
  const part = knownOfText(readOf);
  return part === null ? 'none was due yet' : `none is known, ${part}`;
}
