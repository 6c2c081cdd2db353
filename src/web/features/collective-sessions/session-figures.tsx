import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo } from 'react';
import type { CollectiveSessions } from '../../../contract/console/fleet-entity.ts';
import { formatNumber } from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { EnergyTiles } from '../../components/energy-tiles.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { barsOf } from './energy-buckets.ts';

// Recharts is large, and most visits to a Collective open no sessions.
const TimeBars = lazy(async () => {
  const { TimeBars: loaded } = await import('../../components/charts/time-bars.tsx');
  return { default: loaded };
});

/** Height of the chart, so that the content below does not jump when it appears. */
const CHART_HEIGHT = 260;
const GRAINS = ['day', 'week', 'month'] as const;

/** Totals of the sessions of a period, without Entities that were not read. */
export function SessionFigures({ sessions }: { sessions: CollectiveSessions }) {
  const { entities, never, partlyRead, without, total, units, flagged } = sessions;
  const partial = never.total + sessions.partial.total + partlyRead.total > 0;
  return (
    <StatTiles>
      <StatTile
        label="Entities read"
        value={`${formatNumber(entities - never.total)} of ${formatNumber(entities)}`}
        note={without > 0 ? `${formatNumber(without)} without a session` : undefined}
      />
      <StatTile
        label="Sessions"
        value={formatNumber(total)}
        note={partial ? 'partial' : undefined}
      />
      <EnergyTiles units={units} total={total} />
      <StatTile
        label="Flagged sessions"
        value={formatNumber(flagged)}
        note={
          flagged === 0 ? 'no anomalies' : 'without energy or a valid end, counted in the totals'
        }
      />
    </StatTiles>
  );
}

interface OverTimeProps {
  sessions: CollectiveSessions;
  zone: string;
  /** The first date whose sessions may still be missing. */
  provisionalFrom: string;
  grain: Grain | undefined;
  onGrain: (grain: Grain) => void;
}

/** The energy by day, week or month. */
export function EnergyOverTime(props: OverTimeProps) {
  const { sessions, zone, grain, provisionalFrom, onGrain } = props;
  const { days, units } = sessions;
  const energy = useMemo(() => barsOf(days, grain), [days, grain]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChoiceChips
        label="Chart per"
        required
        choices={GRAINS.map((value) => ({ value, label: `Per ${value}` }))}
        value={energy.grain}
        onChange={(value) => {
          const next = GRAINS.find((known) => known === value);
          if (next !== undefined) onGrain(next);
        }}
      />
      <Suspense fallback={<BlockSkeleton height={CHART_HEIGHT} what="the chart" />}>
        <TimeBars
          {...energy}
          stacks={[{ key: 'all', label: 'Energy', color: 'var(--mui-palette-primary-main)' }]}
          unit={units[0]?.unit ?? null}
          provisionalFrom={provisionalFrom}
          otherUnits={units.slice(1).map((each) => each.unit ?? 'no unit')}
          notes={[`By the start of each session, days in ${zone}.`]}
        />
      </Suspense>
    </Box>
  );
}
