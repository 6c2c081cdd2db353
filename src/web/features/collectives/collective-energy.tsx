import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { formatNumber } from '../../../domain/format.ts';
import { addDays } from '../../../domain/time.ts';
import { Card } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { LeftOutMark } from '../../components/left-out.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { CountsBar } from '../../components/status/outcome-bar.tsx';
import type { CollectiveTab } from './collectives-search.ts';

interface CollectiveEnergyProps {
  overview: FleetCollective;
  onTab: (tab: CollectiveTab) => void;
}

/** The energy of the last 30 days, and below it how the last Commands ended. */
export function CollectiveEnergy({ overview, onTab }: CollectiveEnergyProps) {
  const { outcomes, entities, uncommanded, commandsUnread, commandsPartly } = overview;
  return (
    <Card
      title="Energy per day"
      note="30 days, by the start of each session"
      aside={
        <Link component="button" variant="body2" onClick={() => onTab('sessions')}>
          All sessions
        </Link>
      }
    >
      <Days energy={overview.energy} />
      <Box
        component="section"
        aria-label="Last Commands"
        sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Box sx={{ fontWeight: 600, mb: 0.75 }}>Last Command of each Entity</Box>
        {entities === uncommanded + commandsUnread + commandsPartly ? (
          <Box sx={{ color: 'text.secondary' }}>
            {commandsUnread + commandsPartly > 0
              ? 'The Commands of these Entities were not all read yet.'
              : 'No Command of these Entities is known.'}
          </Box>
        ) : (
          <CountsBar verdictCounts={outcomes} />
        )}
      </Box>
    </Card>
  );
}

function Days({ energy }: Pick<FleetCollective, 'energy'>) {
  if (energy === null) return <BlockSkeleton height={96} what="the energy" />;
  const { unit, known, otherUnits } = energy;
  if (energy.days === null) {
    return <Box sx={{ color: 'text.secondary' }}>The charge sessions were not read yet.</Box>;
  }
  if (energy.sessions === 0) {
    return <Box sx={{ color: 'text.secondary' }}>No charge session is known for these days.</Box>;
  }
  if (energy.days.every((value) => value === 0)) {
    return <Box sx={{ color: 'text.secondary' }}>No energy is known for these days.</Box>;
  }
  return (
    <>
      <TimeBars
        small
        grain="day"
        bars={energy.days.map((value, at) => ({
          date: addDays(energy.from, at),
          parts: [value],
          total: value,
          before: null,
        }))}
        stacks={[{ key: 'all', label: 'Energy', color: 'var(--mui-palette-primary-main)' }]}
        unit={unit}
        provisionalFrom={energy.provisionalFrom}
        otherUnits={otherUnits.map((each) => each || 'no unit')}
      />
      <LeftOutMark leftOut={energy.leftOut.month} />
      {known.read < known.of && (
        <Box sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'var(--mui-palette-status-amber)' }}>
          All days are known for {formatNumber(known.read)} of {formatNumber(known.of)} Entities.
        </Box>
      )}
    </>
  );
}
