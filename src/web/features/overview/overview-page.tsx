import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import type { FleetEnergy } from '../../../contract/console/energy.ts';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import type { Overview } from '../../../contract/console/overview.ts';
import { formatDuration, formatNumber } from '../../../domain/format.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { exactSum } from '../../../domain/session-maths.ts';
import { SEVERAL_COLLECTIVES } from '../../../domain/several-collectives.ts';
import { fleetStatusOf, fleetOverview } from '../../api/fleet-status.ts';
import { runningQuery } from '../../api/batches.ts';
import { useLive } from '../../api/live-state.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Card, cardStyle, Nothing } from '../../components/card.tsx';
import { severalColor, stackColor } from '../../components/charts/stack-colors.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { otherUnitsText, partText } from '../../components/energy-tile.tsx';
import { Explanation } from '../../components/pop-panel.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { LeftOutMark } from '../../components/fact-cells.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Read } from '../../components/read.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { toneColor } from '../../theme/status.ts';
import { facetsOf } from '../directory/directory-queries.ts';
import { StartGuide } from '../directory/start-guide.tsx';
import { MapCard } from '../map/map-card.tsx';
import { AttentionCard } from './attention-card.tsx';
import { CollectiveRows } from './collective-rows.tsx';
import { NowAndNext } from './now-and-next.tsx';
import { OverviewFigures } from './overview-figures.tsx';

/** The whole fleet at a glance. */
export function OverviewPage() {
  const overview = useQuery(fleetOverview(useZone()));
  const live = useLive();
  // Wait for the first read's line: it must be there at once, or it would move the content below.
  const { isPending } = useQuery(fleetStatusOf());
  const data = isPending ? undefined : overview.data;
  return (
    <>
      <PageHeader
        title="Overview"
        fresh={data !== undefined && <AsOf read={overview} what="the overview" live={live.mode} />}
        // Beside the title, so that the first screen keeps its layout.
        actions={data?.steps.directory === true && <FirstSteps steps={data.steps} />}
      />
      <Read query={{ ...overview, data }} what="the overview">
        {(read) => (
          <>
            <StartGuide kind="collective" isEmpty={!read.steps.directory} />
            {read.steps.directory && <Parts overview={read} />}
          </>
        )}
      </Read>
    </>
  );
}

/** Figures, map and attention, energy and running or next batches, Collectives. */
function Parts({ overview }: { overview: Overview }) {
  const { attention, energy, rows, collectives, next, open, commandsRead } = overview;
  const navigate = useNavigate();
  const failed = useQuery(facetsOf({ outcome: 'failed' })).data ?? null;
  const running = useQuery(runningQuery).data?.batches ?? [];
  const isRead = commandsRead.known === commandsRead.of;
  // Decided once: a card that folds when the first read ends would move all below it.
  const [mayFold] = useState(isRead);
  const isCalm = mayFold && attention.length === 0 && failed?.total === 0;
  const isQuiet = mayFold && next.length + open + running.length === 0;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FleetLine />
      <OverviewFigures overview={overview} />
      <Pair>
        <MapCard onOpen={(search) => void navigate({ to: '/map', search })} />
        {!isCalm && <AttentionCard attention={attention} failed={failed} isRead={isRead} />}
      </Pair>
      <Pair>
        <EnergyCard energy={energy} />
        {!isQuiet && <NowAndNext overview={overview} />}
      </Pair>
      <CollectiveRows rows={rows} collectives={collectives} energy={energy} />
    </Box>
  );
}

/** A wide card beside a narrow one, if there is something in it; stacked if there is no room. */
function Pair({ children }: { children: ReactNode }) {
  const beside = 'minmax(0, 3fr) minmax(280px, 2fr)';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: beside },
        '& > :only-child': { gridColumn: '1 / -1' },
      }}
    >
      {children}
    </Box>
  );
}

type Steps = Overview['steps'];

const STEPS = [
  {
    key: 'directory',
    label: 'Import the directory',
    // The embedded Service fills it without an import.
    done: 'The directory has Entities',
    to: '/collectives',
    search: {},
  },
  {
    key: 'read',
    label: 'Read the fleet',
    done: 'The fleet is read',
    to: '/settings/fleet',
    search: {},
  },
  {
    key: 'dispatched',
    label: 'Dispatch a Command',
    done: 'A Command was dispatched',
    to: '/',
    search: { dispatch: '1' },
  },
] as const satisfies readonly {
  key: keyof Steps;
  label: string;
  done: string;
  to: string;
  search: object;
}[];

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 } as const;

/** The first steps of a new installation, each ticked once it happened, until the first dispatch. */
function FirstSteps({ steps }: { steps: Steps }) {
  const id = useId();
  if (steps.dispatched) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={row}>
      <Box id={id} component="h2" sx={visuallyHidden}>
        First steps
      </Box>
      <Box component="ol" sx={{ ...row, m: 0, p: 0, listStyle: 'none' }}>
        {STEPS.map(({ key, label, done, to, search }, at) => (
          <Box key={key} component="li" sx={{ ...row, columnGap: 0.5, color: 'text.secondary' }}>
            {steps[key] ? (
              <>
                <CheckIcon titleAccess="Done:" sx={{ fontSize: 16, color: toneColor('green') }} />
                {done}
              </>
            ) : (
              <>
                {at + 1}.
                <AppLink to={to} search={search} sx={{ lineHeight: '24px' }}>
                  {label}
                </AppLink>
              </>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Reads of the first fill: everything but older sessions, which come later. */
function firstFill({ resources }: FleetStatus): { never: number; of: number } {
  const first = resources.filter(({ resource }) => resource !== 'history');
  return {
    never: first.reduce((sum, { never }) => sum + never, 0),
    of: first.reduce((sum, { total }) => sum + total, 0),
  };
}

function isFilling(status: FleetStatus): boolean {
  const { paused, due, isAutomatic } = status;
  return firstFill(status).never > 0 && (due > 0 || (paused !== null && isAutomatic));
}

/**
 * Progress of the first read of the fleet, or why it is paused; hidden once all was read or if none is
 * requested. Stays while the page is open, so that the content below does not move at the end.
 */
function FleetLine() {
  const { data } = useQuery(fleetStatusOf());
  const [wasFilling, setFilling] = useState(false);
  const fills = data !== undefined && isFilling(data);
  if (fills && !wasFilling) setFilling(true);
  if (data === undefined || !(fills || wasFilling)) return null;
  const { never, of } = firstFill(data);
  const { paused, requestsPerSecond } = data;
  const done = of - never;
  const counts = `${formatNumber(done)} of ${formatNumber(of)} reads`;
  return (
    <Box
      component="section"
      aria-label="Reading the fleet"
      sx={{
        ...cardStyle,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        px: 2,
        py: 0.75,
        '& .MuiLinearProgress-root': { flex: '1 1 160px' },
      }}
    >
      <span>
        {!fills && <>The first read of the fleet is complete: {counts}.</>}
        {fills && paused === null && (
          <>
            Reading the fleet for the first time: {counts}, about{' '}
            {formatDuration(Math.ceil(never / requestsPerSecond) * 1000)}.
          </>
        )}
        {fills && paused !== null && (
          <>
            Reading the fleet is paused at {counts}: {paused.message} Tried again{' '}
            <RelativeTimeText instant={paused.until} />.
          </>
        )}
      </span>
      <ProgressBar label="Reads of the fleet" done={done} total={of} />
      <AppLink to="/settings/fleet">Fleet data</AppLink>
    </Box>
  );
}

/** Height of the chart in px with a legend of one line; of up to three where it is narrower. */
const HEIGHT = { xs: 224, sm: 192, lg: 150 };

/** Energy per day by Collective, beside the previous period. */
function EnergyCard({ energy }: { energy: FleetEnergy }) {
  const notes = [
    energy.unit,
    energy.days === null ? null : `${energy.previous.length} days of the sites`,
    partText(energy),
    otherUnitsText(energy),
  ].filter((text) => text !== null);
  return (
    <Card
      title="Energy per day"
      note={
        <>
          {notes.join(', ')} <LeftOutMark leftOut={energy.drawnLeftOut} />
        </>
      }
      aside={
        <Explanation about="About the energy" align="right">
          A session counts on the day of its start at its site, in UTC where no place is known.
          Light columns are provisional: the Service computes sessions once a day. Dashed: the 14
          days before. {SEVERAL_COLLECTIVES.once} Different units are never added: that of most
          sessions is shown.
        </Explanation>
      }
    >
      <Box sx={{ minHeight: HEIGHT, '& > output': { height: HEIGHT } }}>
        <Drawn energy={energy} />
      </Box>
    </Card>
  );
}

function Drawn({ energy }: { energy: FleetEnergy }) {
  const { stack, previous, days, from, unit } = energy;
  if (days === null) {
    return (
      <Nothing>
        No charge sessions were read yet. <AppLink to="/settings/fleet">Fleet data</AppLink> shows
        the progress.
      </Nothing>
    );
  }
  if (stack.length === 0) {
    return <Nothing>No energy in {previous.length} days.</Nothing>;
  }
  const first = days.length - previous.length;
  const sums = stack.map(({ kind, values }) => ({ kind, sum: exactSum(values) }));
  const all = exactSum(sums.map(({ sum }) => sum));
  const shared = sums.find(({ kind }) => kind === 'several')?.sum ?? 0;
  // Where most Entities are in several Collectives, a stack by Collective says nothing.
  const isWhole = shared > all / 2;
  const series = isWhole
    ? [
        {
          key: 'all',
          label: 'Energy',
          color: stackColor(0),
          values: previous.map((_, at) => exactSum(stack.map(({ values }) => values[at] ?? 0))),
        },
      ]
    : stack.map(({ kind, collective, values }, at) => ({
        key: collective?.id ?? kind,
        label: collective?.name ?? (kind === 'several' ? SEVERAL_COLLECTIVES.name : 'others'),
        color: kind === 'several' ? severalColor() : stackColor(kind === 'others' ? null : at),
        values,
      }));
  return (
    <TimeBars
      small
      grain="day"
      {...(!isWhole && { by: 'by Collective' })}
      bars={previous.map((before, at) => {
        const parts = series.map(({ values }) => values[at] ?? 0);
        return {
          date: dateAfter(from, first + at),
          parts,
          total: exactSum(parts),
          before: { date: dateAfter(from, first - previous.length + at), energy: before },
        };
      })}
      stacks={series}
      before="previous"
      unit={unit}
      provisionalFrom={energy.provisionalFrom}
    />
  );
}
