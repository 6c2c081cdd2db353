import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { energyByUnit, energyOverTime } from '../../../domain/session-maths.ts';
import { ChargeChart } from './charge-chart.tsx';
import { chargeSeries } from './chart-points.ts';
import { EnergyChart } from './energy-chart.tsx';

interface SessionChartsProps {
  /** Newest first. */
  sessions: readonly ChargeSession[];
  zone: string;
}

/** Energy over time, and state of charge from start to end, side by side where there is room. */
export function SessionCharts({ sessions, zone }: SessionChartsProps) {
  const units = useMemo(() => energyByUnit(sessions), [sessions]);
  const unit = units[0]?.unit ?? null;
  const energy = useMemo(() => energyOverTime(sessions, unit, zone), [sessions, unit, zone]);
  const charge = useMemo(
    () => chargeSeries(sessions, zone, energy.grain),
    [sessions, zone, energy.grain],
  );
  const others = units.slice(1).map((each) => each.unit ?? 'no unit');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
      }}
    >
      {energy.buckets.length > 0 && (
        <EnergyChart
          grain={energy.grain}
          buckets={energy.buckets}
          unit={unit}
          zone={zone}
          otherUnits={others}
        />
      )}
      {charge.points.length > 0 && <ChargeChart series={charge} zone={zone} />}
    </Box>
  );
}
