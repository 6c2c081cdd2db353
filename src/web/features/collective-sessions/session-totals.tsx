import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo } from 'react';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import {
  exactEnergy,
  formatCount,
  formatEnergy,
  formatNumber,
  MISSING,
} from '../../../domain/format.ts';
import { isoInstant, type Grain } from '../../../domain/instant.ts';
import { energyOverTime } from '../../../domain/session-maths.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ClockText } from '../../components/time-text.tsx';
import { EntityEnds } from './read-ends.tsx';
import { Failures } from './failures.tsx';
import { totalsOf, type Totals } from './totals.ts';
import type { Run } from './use-sessions-read.ts';

const EnergyChart = lazy(async () => {
  const { EnergyChart: loaded } = await import('../../components/charts/energy-chart.tsx');
  return { default: loaded };
});

/** Height of the chart, so that the content below does not jump when it appears. */
const CHART_HEIGHT = 260;
const GRAINS = ['day', 'week', 'month'] as const;

interface SessionTotalsProps {
  entities: readonly DirectoryEntity[];
  run: Run;
  zone: string;
  provisionalFrom: number;
  choice: RangeChoice;
  grain: Grain | undefined;
  onGrain: (grain: Grain) => void;
}

/** Totals of the sessions read, by day or week, and which Entities charged most and least. */
export function SessionTotals(props: SessionTotalsProps) {
  const { entities, run, zone, provisionalFrom, choice } = props;
  const { readings } = run;
  const totals = useMemo(() => totalsOf(readings, provisionalFrom), [readings, provisionalFrom]);
  const names = useMemo(() => new Map(entities.map(({ id, name }) => [id, name])), [entities]);
  const unit = totals.units[0]?.unit ?? null;
  const partial = readings.size < entities.length || totals.troubled.length > 0;
  return (
    <>
      <Figures totals={totals} read={readings.size} of={entities.length} partial={partial} />
      <Typography variant="body2" color="textSecondary">
        Read{' '}
        {totals.oldestMs !== null && (
          <>
            from <ClockText instant={isoInstant(totals.oldestMs)} /> on
          </>
        )}
        . {partial ? 'These figures are partial: not all Entities were fully read.' : ''}
        {totals.provisional &&
          ' Sessions are computed once a day, so those since yesterday are provisional.'}
      </Typography>
      {totals.troubled.length > 0 && (
        <Failures ids={totals.troubled} names={names} run={run} total={totals.troubled.length} />
      )}
      {totals.sessions.length > 0 && <OverTime {...props} totals={totals} zone={zone} />}
      {totals.ranking.length > 0 && (
        <EntityEnds ranking={totals.ranking} unit={unit} names={names} choice={choice} />
      )}
    </>
  );
}

function Figures(props: { totals: Totals; read: number; of: number; partial: boolean }) {
  const { totals, read, of, partial } = props;
  const { sessions, units, flagged, without } = totals;
  return (
    <StatTiles>
      <StatTile
        label="Entities read"
        value={`${formatNumber(read)} of ${formatNumber(of)}`}
        note={without > 0 ? `${formatNumber(without)} without a session` : undefined}
      />
      <StatTile
        label="Sessions"
        value={formatNumber(sessions.length)}
        note={partial ? 'partial' : undefined}
      />
      {units.length === 0 && <StatTile label="Energy" value={MISSING} note="none reported" />}
      {units.map(({ unit, value, sessions: count }) => (
        <StatTile
          key={unit ?? ''}
          label={units.length > 1 ? `Energy in ${unit ?? 'no unit'}` : 'Energy'}
          value={<span data-hint={exactEnergy(value, unit)}>{formatEnergy(value, unit)}</span>}
          note={
            units.length > 1 || count !== sessions.length
              ? `of ${formatCount(count, 'session', 'sessions')}`
              : undefined
          }
        />
      ))}
      <StatTile
        label="Flagged sessions"
        value={formatNumber(flagged)}
        note={flagged === 0 ? 'no anomalies' : 'anomalous, and counted in the totals'}
      />
    </StatTiles>
  );
}

function OverTime(props: SessionTotalsProps & { totals: Totals }) {
  const { totals, zone, grain, onGrain } = props;
  const { sessions, units } = totals;
  const unit = units[0]?.unit ?? null;
  const energy = useMemo(
    () => energyOverTime(sessions, unit, zone, grain),
    [sessions, unit, zone, grain],
  );
  if (energy.buckets.length === 0) return null;
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
        <EnergyChart
          grain={energy.grain}
          buckets={energy.buckets}
          unit={unit}
          zone={zone}
          otherUnits={units.slice(1).map((each) => each.unit ?? 'no unit')}
        />
      </Suspense>
    </Box>
  );
}
