import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { energyByUnit, energyOverTime } from '../../../domain/session-maths.ts';
import { dateIn } from '../../../domain/time.ts';
import { chartSync } from '../../components/charts/chart-sync.ts';
import { EnergyChart } from '../../components/charts/energy-chart.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ChargeChart } from './charge-chart.tsx';
import { chargeSeries, powerSeries } from './chart-points.ts';
import { GRAINS, type EntitySearch } from './entity-search.ts';
import { PowerChart } from './power-chart.tsx';

/** More bars than this are indistinguishable and slow to draw. */
const MOST_BUCKETS = 800;

interface SessionChartsProps {
  /** Newest first. */
  sessions: readonly ChargeSession[];
  zone: string;
  /** Sessions after this may still be missing, in milliseconds since the epoch. */
  provisionalFrom: number;
  /** Grain of the energy chart; undefined: by the length of the period. */
  grain: EntitySearch['grain'];
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Energy over time, average power and state of charge, side by side if there is room. */
export function SessionCharts(props: SessionChartsProps) {
  const { sessions, zone, grain, provisionalFrom, onSearch } = props;
  const units = useMemo(() => energyByUnit(sessions), [sessions]);
  const unit = units[0]?.unit ?? null;
  const energy = useMemo(() => {
    const wanted = energyOverTime(sessions, unit, zone, grain);
    return wanted.buckets.length > MOST_BUCKETS ? energyOverTime(sessions, unit, zone) : wanted;
  }, [sessions, unit, zone, grain]);
  const charge = useMemo(
    () => chargeSeries(sessions, zone, energy.grain),
    [sessions, zone, energy.grain],
  );
  const power = useMemo(
    () => powerSeries(sessions, zone, energy.grain),
    [sessions, zone, energy.grain],
  );
  const sync = useMemo(() => chartSync('sessions', energy.grain, zone), [energy.grain, zone]);
  const others = units.slice(1).map((each) => each.unit ?? 'no unit');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ChoiceChips
          label="Charts per"
          required
          choices={GRAINS.map((value) => ({ value, label: `Per ${value}` }))}
          value={energy.grain}
          onChange={(value) => onSearch({ grain: GRAINS.find((known) => known === value) })}
        />
        {grain !== undefined && grain !== energy.grain && (
          <Typography variant="body2" color="textSecondary">
            The period is too long for a chart per {grain}.
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
        }}
      >
        {energy.buckets.length > 0 && (
          <EnergyChart
            grain={energy.grain}
            buckets={energy.buckets}
            unit={unit}
            zone={zone}
            provisionalFrom={dateIn(zone, provisionalFrom)}
            otherUnits={others}
            sync={sync}
            onSpan={(span) => onSearch({ range: 'custom', ...span })}
          />
        )}
        {power.points.length > 0 && <PowerChart series={power} zone={zone} sync={sync} />}
        {charge.points.length > 0 && <ChargeChart series={charge} zone={zone} sync={sync} />}
      </Box>
    </Box>
  );
}
