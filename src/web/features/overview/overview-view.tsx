import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { AttentionCard } from './attention-card.tsx';
import { CollectiveRows } from './collective-rows.tsx';
import { EnergyCard } from './energy-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FleetLine } from './fleet-line.tsx';
import { NowAndNext } from './now-and-next.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { Pair } from './pair.tsx';
import { useKeptLayers } from './use-kept-order.ts';

interface OverviewViewProps {
  overview: Overview;
  /** The map card. */
  map: ReactNode;
}

/** Figures, map and attention, energy and running or next batches, Collectives. */
export function OverviewView({ overview, map }: OverviewViewProps) {
  const { steps, attention, dismissed, rows, collectives } = overview;
  const energy = useKeptLayers(overview.energy);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!steps.directory && <FirstSteps steps={steps} />}
      {steps.directory && (
        <>
          <FleetLine />
          <OverviewFigures overview={overview} />
          <Pair>
            {map}
            <AttentionCard
              attention={attention}
              dismissed={dismissed}
              isComplete={overview.entities.reads !== null}
            />
          </Pair>
          <Pair>
            <EnergyCard energy={energy} />
            <NowAndNext overview={overview} />
          </Pair>
          <CollectiveRows rows={rows} collectives={collectives} energy={energy} />
        </>
      )}
    </Box>
  );
}
