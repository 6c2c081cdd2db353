import CloudOffIcon from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentReach, subscribeReach } from '../../api/reachability.ts';
import { sessionQuery } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';

/** How often the server is looked for while it does not answer, in ms. */
const PROBE_MS = 4000;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says when what is shown cannot be refreshed, looks for the server, and refreshes once it is back. */
export function ConnectionBanner() {
  const client = useQueryClient();
  const offline = !useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const unreachable = useSyncExternalStore(subscribeReach, currentReach) === 'unreachable';
  const away = offline || unreachable;
  const wasAway = useRef(false);
  useQuery({ ...sessionQuery, enabled: away, refetchInterval: away ? PROBE_MS : false });

  useEffect(() => {
    if (wasAway.current && !away) void client.invalidateQueries();
    wasAway.current = away;
  }, [away, client]);

  return (
    <Live>
      {away && (
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            px: { xs: 2, md: 3 },
            py: 1,
            fontSize: '0.8125rem',
            borderBottom: 1,
            borderColor: 'var(--mui-palette-status-amber)',
            bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 10%, transparent)',
          }}
        >
          <CloudOffIcon sx={{ fontSize: 18, color: 'var(--mui-palette-status-amber)' }} />
          <span>
            <strong>
              {offline ? 'This browser is offline.' : 'The console’s server does not answer.'}
            </strong>{' '}
            What is shown was read before and may be out of date. Nothing can be sent until it is
            back; this page keeps looking for it.
          </span>
        </Box>
      )}
    </Live>
  );
}
