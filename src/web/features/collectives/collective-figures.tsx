import type { ReactNode } from 'react';
import type { FleetCollective, UnitEnergy } from '../../../contract/console/fleet-entity.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import {
  exactEnergy,
  formatCount,
  formatEnergy,
  formatNumber,
  MISSING,
} from '../../../domain/format.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { readOf } from './known-of.ts';

/** The figures of a Collective in one row. What was not read counts as not known, never as none. */
export function CollectiveFigures({ overview }: { overview: FleetCollective }) {
  const { energy, outcomes, uncommanded, entities, next, planned } = overview;
  const [first] = next;
  const commanded = entities - uncommanded;
  const failed = FAILED_VERDICTS.reduce((sum, verdict) => sum + (outcomes[verdict] ?? 0), 0);
  const read = readOf(overview, 'sessions');
  return (
    <StatTiles short>
      <EnergyTile label="Energy, 7 days" energy={energy.week} read={read} of={entities} />
      <EnergyTile label="Energy, 30 days" energy={energy.month} read={read} of={entities} />
      <StatTile
        label="Last Command verified"
        value={
          commanded === 0
            ? MISSING
            : `${formatNumber(outcomes['verified'] ?? 0)} of ${formatNumber(commanded)}`
        }
        note={
          commanded === 0
            ? 'no Command is known'
            : uncommanded > 0 && `${formatNumber(uncommanded)} without a known Command`
        }
      />
      <StatTile
        label="Failed last time"
        value={commanded === 0 ? MISSING : formatNumber(failed)}
        note={commanded === 0 ? undefined : failed === 0 ? 'none' : 'or were not verified'}
      />
      <StatTile
        label="Planned"
        value={formatNumber(planned)}
        note={
          first === undefined ? (
            'nothing is planned'
          ) : (
            <>
              next: {commandLabelWithValue(first)}, <RelativeTimeText instant={first.triggerTime} />
            </>
          )
        }
      />
    </StatTiles>
  );
}

interface EnergyTileProps {
  label: string;
  energy: readonly UnitEnergy[];
  /** Entities whose sessions were read, of how many. */
  read: number;
  of: number;
}

function EnergyTile({ label, energy, read, of }: EnergyTileProps) {
  const [most, ...others] = energy;
  if (read === 0) return <StatTile label={label} value={MISSING} note="sessions not read yet" />;
  const notes: ReactNode[] = [
    formatCount(most?.sessions ?? 0, 'session', 'sessions'),
    ...others.map((other) => formatEnergy(other.energy, other.unit)),
    ...(read < of ? [`${formatNumber(read)} of ${formatNumber(of)} read`] : []),
  ];
  const unit = most?.unit ?? 'kWh';
  return (
    <StatTile
      label={label}
      value={
        <span data-hint={exactEnergy(most?.energy ?? 0, unit)}>
          {formatEnergy(most?.energy ?? 0, unit)}
        </span>
      }
      note={notes.join(' · ')}
    />
  );
}
