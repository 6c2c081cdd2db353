import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import type { Energy } from '../../contract/console/energy.ts';
import {
  exactEnergy,
  formatDateSpan,
  formatShort,
  MISSING,
  formatCount,
  formatNumber,
} from '../../domain/format.ts';
import { MONTH_DAYS, WEEK_DAYS, lastDays, type DateSpan } from '../../domain/last-days.ts';
import { dateAfter } from '../../domain/plain-dates.ts';
import { Spark, provisionalDays } from './charts/spark.tsx';
import { stackColor } from './charts/stack-colors.ts';
import { leftOutReason, leftOutText } from './fact-cells.tsx';
import { Hint } from './hint.tsx';
import { knownOfText } from './known-of.ts';
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

/** The last days of an energy value, both dates included. */
export function energySpan({ from }: Pick<Energy, 'from'>, days: number): DateSpan {
  return lastDays(days, dateAfter(from, MONTH_DAYS - 1));
}

const SIGNS = { up: '+', down: '−', same: '±' } as const;

/**
 * "+6.1 % on the week before". Compares only complete days with the same days of the week before, and gives
 * their number if it is not seven.
 */
export function changeText(week: NonNullable<Energy['week']>): string {
  const { days, value, before } = week.complete;
  if (days === 0) return 'no day is complete yet';
  const over =
    days === WEEK_DAYS ? '' : `, over ${formatCount(days, 'complete day', 'complete days')}`;
  const change = changeOf(value, before);
  if (change === null) return `none the week before${over}`;
  return `${SIGNS[change.direction]}${change.percent} on the week before${over}`;
}

/** "from 148 of 151 Entities, 1 of them in part", or null if all were read. */
export function partText({ known: { read, partly, of } }: Energy): string | null {
  const text = knownOfText({ known: read + partly, of });
  if (partly === 0) return text;
  return text === null
    ? `${formatNumber(partly)} of ${formatCount(of, 'Entity', 'Entities')} known in part`
    : `${text}, ${formatNumber(partly)} of them in part`;
}

/** What a sum leaves out because of its unit, or null. */
export function otherUnitsText({ otherUnits }: Energy): string | null {
  if (otherUnits.length === 0) return null;
  const units = otherUnits.map((unit) => (unit === '' ? 'no unit' : unit)).join(', ');
  return `without sessions in ${units}`;
}

/** How much something increased or decreased. */
interface Change {
  direction: 'up' | 'down' | 'same';
  /** Relative to the value before, without a sign: "6.1 %". */
  percent: string;
}

/** The change of an amount; null if there was nothing before, since no percentage can express it. */
export function changeOf(value: number, before: number): Change | null {
  if (before <= 0) return null;
  const size = Math.abs(((value - before) / before) * 100);
  const text = formatNumber(size, size < 99.95 ? 1 : 0);
  if (Number(text) === 0) return { direction: 'same', percent: '0 %' };
  return { direction: value < before ? 'down' : 'up', percent: `${text} %` };
}

interface EnergyTilesProps {
  /** Energy by unit; `sessions` counts those that have one. */
  units: readonly { unit: string | null; energy: number; sessions: number }[];
  /** Sessions with and without energy. */
  total: number;
  /** Shown if no other remark is. */
  note?: string | undefined;
  /** Marks beside the sums, by unit. */
  marks?: ReadonlyMap<string | null, ReactNode>;
}

/** One figure per unit: energy of different units is never added up. */
export function EnergyTiles({ units, total, note, marks }: EnergyTilesProps) {
  if (units.length === 0) return <StatTile label="Energy" value={MISSING} note="none reported" />;
  return units.map(({ unit, energy, sessions }) => (
    <StatTile
      key={unit ?? ''}
      label={units.length > 1 ? `Energy in ${unit ?? 'no unit'}` : 'Energy'}
      value={
        <Tooltip title={exactEnergy(energy, unit)}>
          <span>{formatShort(energy, unit)}</span>
        </Tooltip>
      }
      note={
        <>
          {units.length > 1 || sessions !== total
            ? `of ${formatCount(sessions, 'session', 'sessions')} `
            : note}
          {marks?.get(unit)}
        </>
      }
    />
  ));
}

/** Marks a sum that contains sessions with an energy in doubt. @param children how many, as a link to them */
export function DoubtfulMark({ children }: { children: ReactNode }) {
  return (
    <Tooltip title="The energy of these sessions contradicts itself or what is known of the Entity. The sum contains it as reported.">
      <Box
        component="span"
        sx={{
          color: 'var(--mui-palette-status-amber)',
          fontWeight: 600,
          '& a': { color: 'inherit' },
        }}
      >
        <WarningAmberIcon sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom' }} />
        {children}
      </Box>
    </Tooltip>
  );
}
