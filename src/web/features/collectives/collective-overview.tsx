import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { feedsIn, mayCharge } from '../../../domain/entity-abilities.ts';
import { addDays } from '../../../domain/time.ts';
import { fleetCollective } from '../../api/fleet-collective.ts';
import { useLive } from '../../api/live-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Card } from '../../components/card.tsx';
import { wholeBar, wholeStack } from '../../components/charts/time-bar.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { partText } from '../../components/energy-text.ts';
import { leftOutText } from '../../components/left-out.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { MapCard } from '../map/map-card.tsx';
import { CollectiveFigures } from './collective-figures.tsx';
import { CollectiveAttention, LastSent, NextPlans } from './collective-lists.tsx';
import { FeedInCard } from './feed-in-card.tsx';
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
      aside={
        <Link component="button" variant="body2" onClick={onSessions}>
          All sessions
        </Link>
      }
    >
      <EnergyDays energy={overview.energy} />
    </Card>
  );
}

function EnergyDays({ energy }: Pick<FleetCollective, 'energy'>) {
  const { days, otherUnits } = energy;
  if (days === null || days.every((value) => value === 0)) {
    return (
      <Box sx={{ color: 'text.secondary' }}>
        {days === null
          ? 'The charge sessions were not read yet.'
          : 'No energy is known for these days.'}
      </Box>
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
