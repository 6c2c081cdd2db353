import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { EntityEnergy } from '../../../contract/console/fleet-entity.ts';
import { exactEnergy, formatEnergy, shortId } from '../../../domain/format.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EntityRanking, type RankedEntity } from '../../components/entity-ranking.tsx';

interface EnergyRanksProps {
  /** Most first. */
  most: readonly EntityEnergy[];
  /** Least first. */
  least: readonly EntityEnergy[];
  unit: string | null;
  /** The period, passed on by the links. */
  choice: RangeChoice;
}

/** The Entities with the most and the least energy; those without a session are in neither. */
export function EnergyRanks({ most, least, unit, choice }: EnergyRanksProps) {
  const { range, from, to } = choice;
  const rowOf = ({ id, name, sessions, energy }: EntityEnergy): RankedEntity => ({
    key: id,
    name: (
      <AppLink
        to="/entities/$entityId"
        params={{ entityId: id }}
        search={{ tab: 'sessions', range, from, to }}
      >
        {name ?? shortId(id)}
      </AppLink>
    ),
    sessions,
    energy: (
      <Tooltip title={exactEnergy(energy, unit)}>
        <span>{formatEnergy(energy, null)}</span>
      </Tooltip>
    ),
  });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
      }}
    >
      <EntityRanking
        label={least.length === 0 ? 'Energy by Entity' : 'Most energy'}
        unit={unit}
        rows={most.map(rowOf)}
      />
      {least.length > 0 && (
        <EntityRanking label="Least energy" unit={unit} rows={least.map(rowOf)} />
      )}
    </Box>
  );
}
