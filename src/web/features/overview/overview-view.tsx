import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/console/overview.ts';
import { Card } from '../../components/card.tsx';
import { StateColumns } from '../../components/charts/state-columns.tsx';
import { AttentionList } from './attention-list.tsx';
import { CollectiveRows } from './collective-rows.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NextPlans } from './next-plans.tsx';
import { OverviewFigures } from './overview-figures.tsx';

interface OverviewViewProps {
  overview: Overview;
  /** The card of the map. */
  map: ReactNode;
}

/** Figures, the map beside what needs attention, Commands per day beside what comes next, Collectives. */
export function OverviewView({ overview, map }: OverviewViewProps) {
  const { steps, days, attention, next, planned, rows, collectives } = overview;
  const begun = steps.directory && steps.places && steps.dispatched;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!begun && <FirstSteps steps={steps} />}
      {steps.directory && (
        <>
          <OverviewFigures overview={overview} />
          <Pair>
            {map}
            <Card title="Needs attention" note={attention.length > 0 ? attention.length : null}>
              <AttentionList attention={attention} />
            </Card>
          </Pair>
          <Pair>
            <Card title="Commands per day" note="by status, as last seen">
              <StateColumns label="Commands per day, by status" days={days} />
            </Card>
            <Card title="Next">
              <NextPlans items={next} planned={planned} />
            </Card>
          </Pair>
          <CollectiveRows rows={rows} collectives={collectives} />
        </>
      )}
    </Box>
  );
}

/** A wide card beside a narrow one; below each other where there is no room. */
function Pair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 2fr) minmax(280px, 1fr)',
        },
      }}
    >
      {children}
    </Box>
  );
}
