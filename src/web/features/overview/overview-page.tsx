import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { fleetOverview } from '../../api/fleet-overview.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { useLive } from '../../api/live-state.ts';
import { AsOf } from '../../components/as-of.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { useZone } from '../../theme/preferences.ts';
import { MapCard } from '../map/map-card.tsx';
import { AttentionCard } from './attention-card.tsx';
import { CollectiveRows } from './collective-rows.tsx';
import { EnergyCard } from './energy-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FleetLine } from './fleet-line.tsx';
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
        {(read) =>
          read.steps.directory ? <Parts overview={read} /> : <FirstSteps steps={read.steps} />
        }
      </Read>
    </>
  );
}

/** Figures, map and attention, energy and running or next batches, Collectives. */
function Parts({ overview }: { overview: Overview }) {
  const { attention, entities, energy, rows, collectives } = overview;
  const navigate = useNavigate();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FleetLine />
      <OverviewFigures overview={overview} />
      <Pair>
        <MapCard onOpen={(search) => void navigate({ to: '/map', search })} />
        <AttentionCard attention={attention} isComplete={entities.reads !== null} />
      </Pair>
      <Pair>
        <EnergyCard energy={energy} />
        <NowAndNext overview={overview} />
      </Pair>
      <CollectiveRows rows={rows} collectives={collectives} energy={energy} />
    </Box>
  );
}

/** A wide card beside a narrow one; stacked if there is no room. */
function Pair({ children }: { children: ReactNode }) {
  const beside = 'minmax(0, 3fr) minmax(280px, 2fr)';
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: beside } }}
    >
      {children}
    </Box>
  );
}
