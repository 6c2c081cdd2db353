import CloudOffIcon from '@mui/icons-material/CloudOff';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AWAY_TITLES, useAway } from '../../api/reachability.ts';
import { readAllAgain } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Live } from '../../components/live.tsx';
import { Banner, bannerIcon } from './banner.tsx';

/** Interval of retries while the server does not answer, in ms. */
const PROBE_MS = 4000;

/** Shows that the page cannot be refreshed, retries, and refreshes once the server is back. */
export function ConnectionBanner() {
  const client = useQueryClient();
  const reason = useAway();
  const away = reason !== null;
  const wasAway = useRef(false);
  useQuery({ ...sessionQuery, enabled: away, refetchInterval: away ? PROBE_MS : false });

  useEffect(() => {
    if (wasAway.current && !away) readAllAgain(client);
    wasAway.current = away;
  }, [away, client]);

  return (
    <Live>
      {reason !== null && (
        <Banner icon={<CloudOffIcon sx={bannerIcon} />} title={AWAY_TITLES[reason]}>
          This page may be out of date. Nothing can be sent until the connection is back; this page
          retries automatically.
        </Banner>
      )}
    </Live>
  );
}
