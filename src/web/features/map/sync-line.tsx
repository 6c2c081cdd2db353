import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import type { Gathering, PlaceStatus } from '../../../contract/console/places.ts';
import { formatCount, formatDuration, formatNumber } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { SyncFailures } from './sync-failures.tsx';

interface SyncLineProps {
  status: PlaceStatus;
  /** The Collective of the page, or null. */
  collectiveId: string | null;
}

/** The sync that runs or was stopped, or null. */
export function unfinishedSync({ gathering }: PlaceStatus): Gathering | null {
  return gathering !== null && gathering.state !== 'done' ? gathering : null;
}

/** How much of the fleet the map knows and its age, and the progress of a sync. */
export function SyncLine({ status, collectiveId }: SyncLineProps) {
  const [showFailures, setShowFailures] = useState(false);
  const permission = usePermission('gather-places');
  const { total, read, failed } = status.entities;
  const unfinished = unfinishedSync(status);
  return (
    <Box
      component="section"
      aria-label="Sync of places"
      sx={{ flexBasis: '100%', minWidth: 0, display: 'grid', gap: 0.75, color: 'text.secondary' }}
    >
      <div>
        Places of {formatNumber(read)} of {formatCount(total, 'Entity', 'Entities')} are known
        {status.oldestAt !== null && (
          <>
            {' · '}oldest read <RelativeTimeText instant={status.oldestAt} />, newest{' '}
            <RelativeTimeText instant={status.newestAt} />
          </>
        )}
        {failed > 0 && (
          <>
            {' · '}
            <Button
              color="inherit"
              aria-expanded={showFailures}
              onClick={() => setShowFailures(!showFailures)}
              sx={{
                minHeight: 24,
                p: 0,
                fontSize: '0.8125rem',
                textDecoration: 'underline',
                color: 'var(--mui-palette-status-red)',
              }}
            >
              {formatNumber(failed)} could not be read
            </Button>
          </>
        )}
        {permission.reason !== null && <> · {permission.reason}</>}
      </div>
      {unfinished !== null && <Progress gathering={unfinished} />}
      {showFailures && failed > 0 && <SyncFailures collectiveId={collectiveId} />}
    </Box>
  );
}

/** Time left at the pace of the last minute. */
function timeLeftMessage({ total, done, perMinute }: Gathering): string | null {
  if (perMinute === null || perMinute <= 0 || total === done) return null;
  return `about ${formatDuration(((total - done) / perMinute) * 60_000)} left`;
}

function Progress({ gathering }: { gathering: Gathering }) {
  const { state, total, done, failed, requests, paused, collectiveName, operatorName } = gathering;
  const left = timeLeftMessage(gathering);
  const of =
    gathering.collectiveId === null ? 'the whole directory' : (collectiveName ?? 'a Collective');
  return (
    <div>
      <LinearProgress
        variant="determinate"
        aria-label="Syncing places"
        value={total === 0 ? 0 : Math.round((done / total) * 100)}
        sx={{ height: 6, borderRadius: 1, maxWidth: 480, mb: 0.5 }}
      />
      <Live>
        {state === 'stopped' ? 'Stopped' : 'Syncing'} at {formatNumber(done)} of{' '}
        {formatCount(total, 'Entity', 'Entities')} of {of} ·{' '}
        {formatCount(requests, 'request', 'requests')}
        {failed > 0 && ` · ${formatNumber(failed)} failed`}
        {left !== null && ` · ${left}`} · started by {operatorName}
      </Live>
      {paused !== null && (
        <Box sx={{ color: 'var(--mui-palette-status-amber)' }}>
          Waiting until <ClockText instant={paused.until} />: <q>{paused.message}</q>
        </Box>
      )}
    </div>
  );
}
