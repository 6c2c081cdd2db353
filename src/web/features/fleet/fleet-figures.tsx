import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { formatNumber } from '../../../domain/format.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { ClockText, CountdownText } from '../../components/time-text.tsx';
import { arithmeticLabel } from './fleet-labels.ts';

/** Figures about keeping the fleet up to date, and what prevents it. */
export function FleetFigures({ status }: { status: FleetStatus }) {
  const { entities, resources, due, asked, perMinute, requestsPerSecond } = status;
  const sum = (key: 'requests' | 'requestsByPolicy') =>
    resources.reduce((all, row) => all + row[key], 0);
  const sentence = arithmeticLabel(status);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 3 }}>
      <Hindrance status={status} />
      <StatTiles short>
        <StatTile label="Entities" value={formatNumber(entities)} note="that are read" />
        <StatTile label="Reads due" value={formatNumber(due)} note={dueNote(due, asked)} />
        <StatTile
          label="Requests in 24 h"
          value={formatNumber(sum('requests'))}
          note={`about ${formatNumber(Math.round(sum('requestsByPolicy')))} a day by policy`}
        />
        <StatTile
          label="Requests per second"
          value={formatNumber(requestsPerSecond)}
          note={
            perMinute === null
              ? 'at most; none in the last minute'
              : `at most; ${formatNumber(perMinute)} reads in the last minute`
          }
        />
      </StatTiles>
      {sentence !== null && (
        <Typography variant="body2" color="textSecondary">
          {sentence}
        </Typography>
      )}
    </Box>
  );
}

function dueNote(due: number, asked: number): string {
  if (due === 0) return 'nothing waits';
  return asked === 0 ? 'by policy' : `${formatNumber(asked)} of them requested`;
}

/** Why nothing is read at the moment, or only on request. */
function Hindrance({ status: { paused, isAutomatic } }: { status: FleetStatus }) {
  if (paused === null && isAutomatic) return null;
  return (
    <Box component="section" aria-label="Reading" sx={noticeStyles}>
      {!isAutomatic && (
        <Typography variant="body2">
          <strong>Automatic reading is off.</strong> Resources are read only on request; until then
          each shows its age.
        </Typography>
      )}
      {paused !== null && (
        <Typography variant="body2">
          <strong>
            Reading is paused until <ClockText instant={paused.until} />:
          </strong>{' '}
          <q>{paused.message}</q> <CountdownText instant={paused.until} />
        </Typography>
      )}
    </Box>
  );
}
