import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { formatDate, formatEnergy, formatNumber } from '../../../domain/format.ts';
import { Card } from '../../components/card.tsx';
import { DayBars } from '../../components/charts/day-bars.tsx';
import { CountsBar } from '../../components/status/outcome-bar.tsx';
import type { CollectiveTab } from './collectives-search.ts';
import { readOf } from './known-of.ts';

interface CollectiveEnergyProps {
  overview: FleetCollective;
  onTab: (tab: CollectiveTab) => void;
}

/** The energy of the last 30 days, and below it how the last Commands ended. */
export function CollectiveEnergy({ overview, onTab }: CollectiveEnergyProps) {
  const { outcomes, entities, uncommanded } = overview;
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
      <Days overview={overview} />
      <Box
        component="section"
        aria-label="Last Commands"
        sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}
      >
        <Box sx={{ fontWeight: 600, mb: 0.75 }}>Last Command of each Entity</Box>
        {entities === uncommanded ? (
          <Box sx={{ color: 'text.secondary' }}>No Command of these Entities is known.</Box>
        ) : (
          <CountsBar verdictCounts={outcomes} />
        )}
      </Box>
    </Card>
  );
}

function Days({ overview }: { overview: FleetCollective }) {
  const { energy, entities } = overview;
  const { days, unit, knownOf } = energy;
  if (readOf(overview, 'sessions') === 0) {
    return <Box sx={{ color: 'text.secondary' }}>The charge sessions were not read yet.</Box>;
  }
  if (days.every(({ sessions }) => sessions === 0)) {
    return <Box sx={{ color: 'text.secondary' }}>No sessions are known of these 30 days.</Box>;
  }
  const most = days.reduce((best, day) => (day.energy > best.energy ? day : best));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <DayBars
        label={`Energy per day, 30 days. Most: ${formatEnergy(most.energy, unit)} on ${formatDate(most.date)}`}
        days={days.map(({ date, energy: value }) => ({ date, value }))}
        color="var(--mui-palette-primary-main)"
      />
      <Box
        aria-hidden="true"
        sx={{
          mt: 0.5,
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          columnGap: 2,
          fontSize: '0.75rem',
          color: 'text.secondary',
        }}
      >
        <span>{first === undefined ? '' : formatDate(first.date)}</span>
        <span>
          most {formatEnergy(most.energy, unit)} on {formatDate(most.date)}
        </span>
        <span>{last === undefined ? '' : formatDate(last.date)}</span>
      </Box>
      {knownOf < entities && (
        <Box sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'var(--mui-palette-status-amber)' }}>
          All 30 days are known of {formatNumber(knownOf)} of {formatNumber(entities)} Entities.
        </Box>
      )}
    </>
  );
}
