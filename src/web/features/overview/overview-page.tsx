import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLive } from '../../api/live-state.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { fleetOverview } from '../../api/fleet-overview.ts';
import { AsOf } from '../../components/as-of.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { useZone } from '../../theme/preferences.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { OverviewView } from './overview-view.tsx';

/** The whole fleet at a glance. @param map the map card, which belongs to another feature */
export function OverviewPage({ map }: { map: ReactNode }) {
  const overview = useQuery(fleetOverview(useZone()));
  const live = useLive();
  // Wait for the first read's line above: it must be there at once, or it would move the content below.
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
      {data !== undefined && <OverviewView overview={data} map={map} />}
      {data === undefined && overview.error === null && <OverviewSkeleton />}
      {data === undefined && overview.error !== null && (
        <ReadBlock read={overview} what="the overview" />
      )}
    </>
  );
}
