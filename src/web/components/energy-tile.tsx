import type { Energy } from '../../contract/console/energy.ts';
import { exactEnergy, formatDateSpan, formatShort, MISSING } from '../../domain/format.ts';
import { MONTH_DAYS, WEEK_DAYS } from '../../domain/last-days.ts';
import { Spark } from './charts/spark.tsx';
import { stackColor } from './charts/stack-colors.ts';
import { changeText, energySpan, partText } from './energy-text.ts';
import { Hint } from './hint.tsx';
import { leftOutReason, leftOutText } from './left-out.tsx';
import { provisionalDays } from './provisional.ts';
import { StatTile } from './stat-tile.tsx';

interface EnergyTileProps {
  /** The last seven or thirty days. */
  of: 'week' | 'month';
  energy: Energy;
  /** Whether its days are drawn. */
  drawn?: boolean;
}

/** Why there is no sum, or null. */
function missingReason(energy: Energy, value: number | null): string | null {
  if (value === null) return 'no charge session was read yet';
  if (energy.sessions > 0) return null;
  return ['no charge session is known', partText(energy)].filter(Boolean).join(' · ');
}

/** The energy of the last days; what the sum lacks comes before how it changed, and its hint has everything. */
export function EnergyTile({ of, energy, drawn = false }: EnergyTileProps) {
  const length = of === 'week' ? WEEK_DAYS : MONTH_DAYS;
  const label = `Energy, ${length} days`;
  const value = (of === 'week' ? energy.week?.value : energy.month) ?? null;
  const missing = missingReason(energy, value);
  if (value === null || missing !== null) {
    return <StatTile label={label} value={MISSING} note={missing} />;
  }
  const { unit, days, week } = energy;
  const leftOut = energy.leftOut[of];
  const span = energySpan(energy, length);
  const provisional = provisionalDays(energy.provisionalFrom, span.to);
  const change = of === 'week' && week !== null ? changeText(week) : null;
  const about = [
    exactEnergy(value, unit),
    formatDateSpan(span),
    provisional.text,
    leftOutReason(leftOut),
    change && `${change} (complete days, with the same days of the 7 before)`,
  ];
  return (
    <StatTile
      label={label}
      value={<Hint text={about.filter(Boolean).join(', ')}>{formatShort(value, unit)}</Hint>}
      picture={
        drawn && days !== null ? (
          <Spark
            label={[`Energy per day, ${length} days`, provisional.text].filter(Boolean).join(', ')}
            values={days.slice(-length)}
            color={stackColor(1)}
            provisional={Math.min(length, provisional.days)}
          />
        ) : undefined
      }
      note={partText(energy) ?? leftOutText(leftOut) ?? change}
    />
  );
}
