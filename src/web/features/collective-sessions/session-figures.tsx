import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { CollectiveSessions, EntityEnergy } from '../../../contract/console/fleet-entity.ts';
import {
  exactEnergy,
  formatCount,
  formatEnergy,
  formatNumber,
  shortId,
} from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EnergyTiles } from '../../components/energy-tiles.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { barsOf } from './energy-buckets.ts';

const GRAINS = ['day', 'week', 'month'] as const;

/** Totals of the sessions of a period, without Entities that were not read. */
export function SessionFigures({ sessions }: { sessions: CollectiveSessions }) {
  const { entities, never, without, total, units, flagged } = sessions;
  return (
    <StatTiles>
      <StatTile
        label="Entities read"
        value={`${formatNumber(entities - never.total)} of ${formatNumber(entities)}`}
        note={without > 0 ? `${formatNumber(without)} without a session` : undefined}
      />
      <StatTile label="Sessions" value={formatNumber(total)} />
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
  grain: Grain | undefined;
  onGrain: (grain: Grain) => void;
}

/** The energy by day, week or month. */
export function EnergyOverTime({ sessions, zone, grain, onGrain }: OverTimeProps) {
  const { days, units, provisionalFrom } = sessions;
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
      <TimeBars
        {...energy}
        stacks={[{ key: 'all', label: 'Energy', color: 'var(--mui-palette-primary-main)' }]}
        unit={units[0]?.unit ?? null}
        provisionalFrom={provisionalFrom}
        otherUnits={units.slice(1).map((each) => each.unit ?? 'no unit')}
        notes={[`By the start of each session, days in ${zone}.`]}
      />
    </Box>
  );
}

interface EnergyRanksProps {
  sessions: CollectiveSessions;
  /** The period, passed on by the links. */
  choice: RangeChoice;
}

/** The Entities with the most and the least energy; those without a session are in neither. */
export function EnergyRanks({ sessions: { most, least, units }, choice }: EnergyRanksProps) {
  const columns = rankColumns(units[0]?.unit ?? null, choice);
  const ranks = [
    { label: least.length === 0 ? 'Energy by Entity' : 'Most energy', rows: most },
    { label: 'Least energy', rows: least },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
      }}
    >
      {ranks.map(({ label, rows }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {label}
          </Typography>
          <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Box>
      ))}
    </Box>
  );
}

function rankColumns(unit: string | null, choice: RangeChoice): readonly Column<EntityEnergy>[] {
  return [
    {
      key: 'name',
      header: 'Entity',
      phone: 'name',
      cell: ({ id, name }) => (
        <AppLink
          to="/entities/$entityId"
          params={{ entityId: id }}
          search={{ tab: 'sessions', ...choice }}
        >
          {name ?? shortId(id)}
        </AppLink>
      ),
    },
    {
      key: 'sessions',
      header: 'Sessions',
      width: '90px',
      numeric: true,
      phone: 'line',
      cell: ({ sessions }) => formatNumber(sessions),
      phoneCell: ({ sessions }) => formatCount(sessions, 'session', 'sessions'),
    },
    {
      key: 'energy',
      header: unit === null ? 'Energy' : `Energy, ${unit}`,
      width: '130px',
      numeric: true,
      phone: 'end',
      cell: ({ energy }) => (
        <Tooltip title={exactEnergy(energy, unit)}>
          <span>{formatEnergy(energy, null)}</span>
        </Tooltip>
      ),
      phoneCell: ({ energy }) => formatEnergy(energy, unit),
    },
  ];
}
