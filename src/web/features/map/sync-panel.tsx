import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Gathering, PlaceStatus } from '../../../contract/console/places.ts';
import { formatCount, formatDuration, formatNumber } from '../../../domain/format.ts';
import { gatherMutation } from '../../api/places.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ClockText, RelativeTimeText } from '../../components/time-text.tsx';
import { SyncFailures } from './sync-failures.tsx';

interface SyncPanelProps {
  status: PlaceStatus;
  /** The Collective of the page, or null. */
  collectiveId: string | null;
}

/** How much of the fleet the map knows and its age; the sync of more, and its progress. */
export function SyncPanel({ status, collectiveId }: SyncPanelProps) {
  const [showFailures, setShowFailures] = useState(false);
  const { gathering, entities } = status;
  const { total, read, failed } = entities;
  const unfinished = gathering !== null && gathering.state !== 'done' ? gathering : null;
  return (
    <Box
      component="section"
      aria-label="Sync of places"
      sx={{
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        py: 1,
        mb: 1.5,
        display: 'grid',
        gap: 0.75,
        fontSize: '0.8125rem',
      }}
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.75, alignItems: 'center' }}
      >
        <Box sx={{ flex: '1 1 320px' }}>
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
        </Box>
        <SyncActions status={status} collectiveId={collectiveId} unfinished={unfinished} />
      </Box>
      {unfinished !== null && <Progress gathering={unfinished} />}
      {showFailures && failed > 0 && <SyncFailures collectiveId={collectiveId} />}
    </Box>
  );
}

/** Buttons that start, stop and resume the sync. */
function SyncActions({
  status,
  collectiveId,
  unfinished,
}: SyncPanelProps & { unfinished: Gathering | null }) {
  const queryClient = useQueryClient();
  const permission = usePermission('gather-places');
  const { total, read, failed } = status.entities;
  const missing = total - read - failed;
  const act = useMutation(gatherMutation(queryClient));
  const begin = (only: 'all' | 'missing' | 'failed') => () => {
    const id = crypto.randomUUID();
    act.mutate({ begin: { id, collectiveId, only } });
  };
  const button = (label: string, onClick: () => void, main = false): ReactNode => (
    <Button
      key={label}
      variant={main ? 'contained' : 'outlined'}
      color={main ? 'primary' : 'inherit'}
      aria-disabled={act.isPending}
      onClick={act.isPending ? undefined : onClick}
    >
      {label}
    </Button>
  );
  if (permission.reason !== null) {
    return (
      <Typography variant="body2" color="textSecondary">
        {permission.reason}
      </Typography>
    );
  }
  const running = unfinished?.state === 'running';
  const stopped = unfinished?.state === 'stopped' ? unfinished : null;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {running && button('Stop sync', () => act.mutate({ stop: unfinished.id }))}
        {stopped !== null && button('Resume sync', () => act.mutate({ resume: stopped.id }), true)}
        {!running &&
          missing > 0 &&
          button(
            `Sync the places of ${formatCount(missing, 'Entity', 'Entities')}`,
            begin('missing'),
            stopped === null,
          )}
        {!running && total > 0 && read > 0 && button('Sync all again', begin('all'))}
        {!running &&
          failed > 0 &&
          button(`Retry the ${formatNumber(failed)} failed`, begin('failed'))}
      </Box>
      {act.error !== null && (
        <Box sx={{ flexBasis: '100%' }}>
          <ErrorPanel what="That could not be done" error={act.error} />
        </Box>
      )}
    </>
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
