import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import {
  countsLabel,
  endedIn,
  outcomeCounts,
  stateCounts,
  stateLabel,
} from '../../../domain/batch-outcome.ts';
import { isRunning } from '../../../domain/batch-running.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { feedsIn, mayCharge, limitsFeedIn } from '../../../domain/entity-abilities.ts';
import { formatNumber, MISSING } from '../../../domain/format.ts';
import { addDays } from '../../../domain/time.ts';
import { fleetCollective } from '../../api/fleet-status.ts';
import { useLive } from '../../api/live-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Card, CardLink, Nothing } from '../../components/card.tsx';
import { wholeBar, wholeStack } from '../../components/charts/time-bar.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { EnergyTile, partText } from '../../components/energy-tile.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { leftOutText } from '../../components/fact-cells.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { TallyBar, stateSegments } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { mergePages, type Sent } from '../batches/batches-queries.ts';
import { Outcome, What } from '../batches/batches-table.tsx';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { MapCard } from '../map/map-card.tsx';
import { CollectiveAttention, LastSent, NextPlans } from './collective-lists.tsx';
import type { CollectiveSearch } from './collectives-search.ts';

/** Height of this tab, so that nothing jumps when it has been read, in px. */
const HEIGHT = 480;

interface CollectiveOverviewProps {
  collectiveId: string;
  /** Those of its Entities. */
  types: readonly (string | null)[];
  onSearch: (change: Partial<CollectiveSearch>) => void;
}

/** A Collective at a glance, from the console's store. */
export function CollectiveOverview({ collectiveId, types, onSearch }: CollectiveOverviewProps) {
  const read = useQuery(fleetCollective(collectiveId, useZone()));
  const refreshed = useRefreshReads({ collectiveId });
  const live = useLive();
  const { data: overview } = read;
  const charges =
    types.some(mayCharge) || types.length === 0 || (overview?.energy.sessions ?? 0) > 0;
  const onTab = (tab: CollectiveSearch['tab']) => onSearch({ tab });
  return (
    <Section
      ofTab
      title="Overview"
      aside={
        overview !== undefined && (
          <AsOf read={refreshed(read)} what="the overview" live={live.mode} />
        )
      }
    >
      {overview === undefined ? (
        <ReadBlock read={read} what="the overview" height={HEIGHT} />
      ) : (
        <Box sx={column}>
          <CollectiveFigures overview={overview} charges={charges} />
          <Box sx={pair}>
            <Box sx={column}>
              {charges && <EnergyCard overview={overview} onSessions={() => onTab('sessions')} />}
              {types.some(feedsIn) && <FeedInCard overview={overview} />}
            </Box>
            <MapCard
              collectiveId={collectiveId}
              onOpen={(change) => onSearch({ tab: 'map', ...change })}
            />
          </Box>
          <Box sx={pair}>
            <CollectiveAttention overview={overview} />
            <Box sx={{ ...column, alignContent: 'start' }}>
              <NextPlans overview={overview} onTab={onTab} />
              <LastSent overview={overview} onTab={onTab} />
            </Box>
          </Box>
        </Box>
      )}
    </Section>
  );
}

const column = { display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' } as const;
const pair = {
  ...column,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;

interface EnergyCardProps {
  overview: FleetCollective;
  onSessions: () => void;
}

/** The energy of the last 30 days. */
function EnergyCard({ overview, onSessions }: EnergyCardProps) {
  return (
    <Card
      title="Energy per day"
      note="30 days of the sites, by the start of each session"
      aside={<CardLink onClick={onSessions}>All sessions</CardLink>}
    >
      <EnergyDays energy={overview.energy} />
    </Card>
  );
}

function EnergyDays({ energy }: Pick<FleetCollective, 'energy'>) {
  const { days, otherUnits } = energy;
  if (days === null || days.every((value) => value === 0)) {
    return (
      <Nothing>
        {days === null
          ? 'The charge sessions were not read yet.'
          : 'No energy is known for these days.'}
      </Nothing>
    );
  }
  const note = partText(energy) ?? leftOutText(energy.leftOut.month);
  return (
    <>
      <TimeBars
        small
        grain="day"
        bars={days.map((value, at) => wholeBar(addDays(energy.from, at), value))}
        stacks={wholeStack()}
        unit={energy.unit}
        provisionalFrom={energy.provisionalFrom}
        otherUnits={otherUnits.map((each) => each || 'no unit')}
      />
      {note !== null && (
        <Box sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'var(--mui-palette-status-amber)' }}>
          {note}
        </Box>
      )}
    </>
  );
}

/** Whether something sent limits the feed-in, or lifts the limits; null: neither. */
function limitOf({ batch, others }: Sent): boolean | null {
  if (batch === null) return limitsFeedIn(others.type);
  return limitsFeedIn(batch.items.length === 1 ? (batch.items[0]?.type ?? null) : null);
}

/** The limits of what a Collective feeds in, as far as the last and next Commands tell. */
function FeedInCard({ overview: { last, next } }: { overview: FleetCollective }) {
  const sent = mergePages([last]);
  const newest = sent.find((each) => limitOf(each) !== null);
  const limit = sent.find((each) => limitOf(each) === true);
  const planned = (limits: boolean) => next.find(({ type }) => limitsFeedIn(type) === limits);
  return (
    <Card title="Feed-in" note="by the last Commands; the Service reports no limit itself">
      <FactList label="Feed-in">
        <Fact name="In force">
          {newest === undefined ? (
            'not known'
          ) : limitOf(newest) === true ? (
            <Line sent={newest} />
          ) : (
            <Line sent={newest} before="none where this was verified: " />
          )}
        </Fact>
        <Fact name="Last limit">{limit === undefined ? 'none known' : <Line sent={limit} />}</Fact>
        <Fact name="Next limit">
          <Plan plan={planned(true)} />
        </Fact>
        <Fact name="Next lift">
          <Plan plan={planned(false)} />
        </Fact>
      </FactList>
    </Card>
  );
}

function Line({ sent, before }: { sent: Sent; before?: ReactNode }) {
  return (
    <>
      {before}
      <What {...sent} />, <RelativeTimeText instant={sent.at} />
      <Box sx={{ maxWidth: 320 }}>
        <Outcome {...sent} />
      </Box>
    </>
  );
}

function Plan({ plan }: { plan: PlannedItem | undefined }) {
  if (plan === undefined) return 'none known';
  return (
    <>
      {commandLabelWithValue(plan)}, <RelativeTimeText instant={plan.triggerTime} />
    </>
  );
}

interface CollectiveFiguresProps {
  overview: FleetCollective;
  /** Whether its Entities may have charge sessions. */
  charges: boolean;
}

/** The figures of a Collective in one row. Unread values are "not known", never "none". */
function CollectiveFigures({ overview, charges }: CollectiveFiguresProps) {
  const { energy, outcomes, uncommanded, commandsUnread, commandsPartly, entities } = overview;
  const commanded = entities - uncommanded - commandsUnread - commandsPartly;
  const note = useCommandsNote(overview, commanded);
  return (
    <StatTiles short>
      {charges && <EnergyTile of="week" energy={energy} />}
      {charges && <EnergyTile of="month" energy={energy} />}
      <StatTile
        label="Last Command verified"
        value={
          commanded === 0
            ? MISSING
            : `${formatNumber(outcomes['verified'] ?? 0)} of ${formatNumber(commanded)}`
        }
        note={
          <>
            {commanded > 0 && (
              <TallyBar segments={stateSegments(stateCounts(outcomes))} height={8} />
            )}
            {note ?? restOf(outcomes)}
          </>
        }
      />
    </StatTiles>
  );
}

/** "8 failed, 2 not verified": all that is not verified. */
function restOf(outcomes: FleetCollective['outcomes']): string {
  return stateCounts({ ...outcomes, verified: 0 })
    .map(({ verdict, count }) => `${formatNumber(count)} ${stateLabel(verdict)}`)
    .join(', ');
}

/** What limits the figure of the last Commands most: a running batch, open ones, or Commands not read. */
function useCommandsNote(overview: FleetCollective, commanded: number): string | undefined {
  const { outcomes, uncommanded, last } = overview;
  const now = useNow();
  const running = last.batches.find((batch) => batch.open > 0 && isRunning(batch, now));
  if (running !== undefined) return `running: ${countsLabel(outcomeCounts(running))}`;
  const notRead = overview.commandsUnread + overview.commandsPartly;
  if (commanded === 0) return notRead > 0 ? 'Commands not fully read yet' : 'no Command is known';
  const counts = stateCounts(outcomes);
  const open = counts.reduce((sum, { count }) => sum + count, 0) - endedIn(counts);
  if (open > 0) return `so far, ${formatNumber(open)} still open`;
  if (notRead > 0) return `${formatNumber(notRead)} not fully read`;
  return uncommanded > 0 ? `${formatNumber(uncommanded)} without a Command` : undefined;
}
