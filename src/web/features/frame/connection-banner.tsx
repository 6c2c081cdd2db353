import CloudOffIcon from '@mui/icons-material/CloudOff';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentReach, subscribeReach } from '../../api/reachability.ts';
import { readAllAgain } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';
import { Banner, bannerIcon } from './banner.tsx';

/** Interval of retries while the server does not answer, in ms. */
const PROBE_MS = 4000;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the page cannot be refreshed, retries, and refreshes once the server is back. */
export function ConnectionBanner() {
  const client = useQueryClient();
  const offline = !useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const unreachable = useSyncExternalStore(subscribeReach, currentReach) === 'unreachable';
  const away = offline || unreachable;
  const wasAway = useRef(false);
  useQuery({ ...sessionQuery, enabled: away, refetchInterval: away ? PROBE_MS : false });

  useEffect(() => {
    if (wasAway.current && !away) readAllAgain(client);
    wasAway.current = away;
  }, [away, client]);

  return (
    <Live>
      {away && (
        <Banner
          icon={<CloudOffIcon sx={bannerIcon} />}
          title={offline ? 'This browser is offline.' : 'The console’s server does not answer.'}
        >
          This page may be out of date. Nothing can be sent until the connection is back; this page
          retries automatically.
        </Banner>
      )}
    </Live>
  );
}
