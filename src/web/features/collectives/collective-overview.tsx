import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { fleetCollective } from '../../api/fleet-collective.ts';
import { useLive } from '../../api/live-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { useZone } from '../../theme/preferences.ts';
import { CollectiveAttention } from './collective-attention.tsx';
import { CollectiveEnergy } from './collective-energy.tsx';
import { CollectiveFigures } from './collective-figures.tsx';
import { CollectiveKnown } from './collective-known.tsx';
import { LastBatches, NextPlans } from './collective-plans.tsx';
import type { CollectiveTab } from './collectives-search.ts';

/** Height of this tab, so that nothing jumps when it has been read, in px. */
const OVERVIEW_HEIGHT = 560;

export interface CollectiveOverviewProps {
  collectiveId: string;
  /** The map card, which belongs to another feature. */
  map: ReactNode;
  /** Opens another tab. */
  onTab: (tab: CollectiveTab) => void;
}

/** A Collective at a glance, from the console's store. */
export function CollectiveOverview({ collectiveId, map, onTab }: CollectiveOverviewProps) {
  const overview = useQuery(fleetCollective(collectiveId, useZone()));
  const live = useLive();
  const { data } = overview;
  return (
    <Section
      title="Overview"
      aside={data !== undefined && <AsOf read={overview} what="the overview" live={live.mode} />}
    >
      {data === undefined ? (
        <ReadBlock read={overview} what="the overview" height={OVERVIEW_HEIGHT} />
      ) : (
        <Drawn overview={data} map={map} onTab={onTab} />
      )}
    </Section>
  );
}

interface DrawnProps {
  overview: FleetCollective;
  map: ReactNode;
  onTab: (tab: CollectiveTab) => void;
}

function Drawn({ overview, map, onTab }: DrawnProps) {
  return (
    <Box sx={column}>
      <CollectiveFigures overview={overview} />
      <Box sx={pair}>
        <CollectiveEnergy overview={overview} onTab={onTab} />
        {map}
      </Box>
      <Box sx={pair}>
        <CollectiveAttention overview={overview} />
        <Box sx={{ ...column, alignContent: 'start' }}>
          <NextPlans overview={overview} onTab={onTab} />
          <LastBatches batches={overview.batches} onTab={onTab} />
        </Box>
      </Box>
      <CollectiveKnown overview={overview} />
    </Box>
  );
}

const column = { display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' } as const;
const pair = {
  ...column,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
