import { useState } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { presetRange } from '../../../domain/session-period.ts';
import { errorText } from '../../api/errors.ts';
import { useZone } from '../../theme/preferences.ts';
import { matchedCount } from './location-facts.ts';
import { useAllSessions } from './use-all-sessions.ts';

interface MatchedSessionsProps {
  entityId: string;
  locationId: string;
}

/** Text with how many sessions of the last 90 days were matched to a place. */
export function MatchedSessions({ entityId, locationId }: MatchedSessionsProps) {
  const zone = useZone();
  const [openedMs] = useState(() => Date.now());
  const all = useAllSessions(entityId, presetRange('90d', zone, openedMs));
  if (all.sessions === undefined) {
    return all.error === null
      ? 'counting the matched sessions…'
      : `the matched sessions could not be read: ${errorText(all.error).title}.`;
  }
  const count = matchedCount(all.sessions, locationId);
  const complete = all.stored?.whole ?? all.state === 'complete';
  const counted = complete ? '' : ' so far';
  if (count === 0) return `no session of the last 90 days was matched to it${counted}.`;
  return `${formatCount(count, 'session', 'sessions')} of the last 90 days ${count === 1 ? 'was' : 'were'} matched to it${counted}; these do not change.`;
}
