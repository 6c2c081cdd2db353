import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { exactEnergy, formatCount, formatShort, MISSING } from '../../domain/format.ts';
import { StatTile } from './stat-tile.tsx';

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
