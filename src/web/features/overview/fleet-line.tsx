import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { formatDuration, formatNumber } from '../../../domain/format.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { AppLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card-style.ts';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** Reads of the first fill: everything but older sessions, which come later. */
function firstFill({ resources }: FleetStatus): { never: number; of: number } {
  const first = resources.filter(({ resource }) => resource !== 'history');
  return {
    never: first.reduce((sum, { never }) => sum + never, 0),
    of: first.reduce((sum, { total }) => sum + total, 0),
  };
}

function isFilling(status: FleetStatus): boolean {
  const { paused, due, isAutomatic } = status;
  return firstFill(status).never > 0 && (due > 0 || (paused !== null && isAutomatic));
}

/**
 * Progress of the first read of the fleet, or why it is paused; hidden once all was read or if none is
 * requested. Stays while the page is open, so that the content below does not move at the end.
 */
export function FleetLine() {
  const { data } = useQuery(fleetStatusOf());
  const [wasFilling, setFilling] = useState(false);
  const fills = data !== undefined && isFilling(data);
  if (fills && !wasFilling) setFilling(true);
  if (data === undefined || !(fills || wasFilling)) return null;
  const { never, of } = firstFill(data);
  const { paused, requestsPerSecond } = data;
  const done = of - never;
  const counts = `${formatNumber(done)} of ${formatNumber(of)} reads`;
  return (
    <Box
      component="section"
      aria-label="Reading the fleet"
      sx={{
        ...cardStyle,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        px: 2,
        py: 0.75,
        '& .MuiLinearProgress-root': { flex: '1 1 160px' },
      }}
    >
      <span>
        {!fills && <>The first read of the fleet is complete: {counts}.</>}
        {fills && paused === null && (
          <>
            Reading the fleet for the first time: {counts}, about{' '}
            {formatDuration(Math.ceil(never / requestsPerSecond) * 1000)}. Sums follow a few seconds
            later.
          </>
        )}
        {fills && paused !== null && (
          <>
            Reading the fleet is paused at {counts}: {paused.message} Tried again{' '}
            <RelativeTimeText instant={paused.until} />.
          </>
        )}
      </span>
      <ProgressBar label="Reads of the fleet" done={done} total={of} />
      <AppLink to="/settings/fleet">Fleet data</AppLink>
    </Box>
  );
}
