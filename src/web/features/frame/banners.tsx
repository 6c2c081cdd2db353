import Alert from '@mui/material/Alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SESSION_IDLE_MS } from '../../../contract/console/session.ts';
import { formatClock } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { lastActMs } from '../../api/attention.ts';
import { readAllAgain } from '../../api/query-client.ts';
import { AWAY_TITLES, useAway } from '../../api/reachability.ts';
import { sessionQuery } from '../../api/session.ts';
import { SERVICE_TITLES, useServiceState, useStoreState } from '../../api/store-state.ts';
import { Live } from '../../components/live.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';

/** Interval of retries while the server does not answer, in ms. */
const PROBE_MS = 4000;
/** How long before its end a session is said to end, in ms; and one that ends because nobody uses it. */
const ENDING_MS = 10 * 60_000;
const IDLE_ENDING_MS = 5 * 60_000;

/** Something that concerns every page. */
interface Trouble {
  /** The problem, in a sentence. */
  title: string;
  /** What that means for what is shown and typed. */
  text: string;
}

const STALE = 'This page may be out of date.';
const AFTER_END =
  'Then sign in again: you come back to this page, and the draft of a dispatch stays.';

/** All that concerns every page now, the worst first. */
function useTroubles(): Trouble[] {
  const away = useAway();
  const store = useStoreState();
  const service = useServiceState();
  const { data } = useQuery(sessionQuery);
  const now = useNow();
  const zone = useZone();
  const troubles: Trouble[] = [];
  if (away !== null) {
    const text = `${STALE} Nothing can be sent until the connection is back; this page retries automatically.`;
    troubles.push({ title: AWAY_TITLES[away], text });
  }
  if (store !== 'ok') {
    const title = 'The disk of the console is full or cannot be written.';
    const text = 'What does not fit is refused; everything can still be read.';
    troubles.push({ title, text });
  }
  // Without a connection nothing is known of the Service.
  if (service !== 'ok' && away === null) {
    const title = SERVICE_TITLES[service];
    const text =
      'What it said last is shown, with its age. Nothing can be dispatched until that is over; the console keeps asking.';
    troubles.push({ title, text });
  }
  const idleEndMs = lastActMs() + SESSION_IDLE_MS;
  if (idleEndMs - now < IDLE_ENDING_MS && idleEndMs > now) {
    const end = formatClock(isoInstant(idleEndMs), zone);
    const title = `Your session ends at ${end} unless you use the console.`;
    troubles.push({ title, text: `Press any key or click anywhere to go on. ${AFTER_END}` });
  }
  const endsAt = data?.endsAt ?? null;
  if (endsAt !== null && Date.parse(endsAt) - now < ENDING_MS && Date.parse(endsAt) > now) {
    const title = `Your session ends at ${formatClock(endsAt, zone)}.`;
    troubles.push({ title, text: AFTER_END });
  }
  return troubles;
}

/** Reads everything again once the server is back. */
function useReadAgain(isAway: boolean): void {
  const client = useQueryClient();
  const wasAway = useRef(false);
  useQuery({ ...sessionQuery, enabled: isAway, refetchInterval: isAway ? PROBE_MS : false });
  useEffect(() => {
    if (wasAway.current && !isAway) readAllAgain(client);
    wasAway.current = isAway;
  }, [isAway, client]);
}

/** Lines above every page about the console itself: what does not work, and what that means. */
export function Banners() {
  useReadAgain(useAway() !== null);
  return (
    <Live>
      {useTroubles().map(({ title, text }) => (
        <Alert
          key={title}
          severity="warning"
          square
          role="presentation"
          sx={{ px: { xs: 2, md: 3 } }}
        >
          <strong>{title}</strong> {text}
        </Alert>
      ))}
    </Live>
  );
}
