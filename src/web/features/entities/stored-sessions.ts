import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { instantMs } from '../../../domain/instant.ts';
import { sessionSpan } from '../../../domain/session-maths.ts';
import type { SessionRange } from '../../../domain/session-range.ts';

/**
 * Stored sessions of a period.
 * @returns `whole`: whether they cover the period, as of their age; null: none of it is known
 */
export function storedSessions(
  {
    sessions,
    moreSessions,
    knownFrom,
  }: Pick<FleetEntity, 'sessions' | 'moreSessions' | 'knownFrom'>,
  range: SessionRange,
): { sessions: readonly ChargeSession[]; whole: boolean } | null {
  const start = instantMs(range.start) ?? -Infinity;
  const end = instantMs(range.end) ?? Infinity;
  const starts = sessions.flatMap((session) => sessionSpan(session).startMs ?? []);
  // If the server listed only some sessions, those before the oldest one are missing.
  const listedFrom = moreSessions ? Math.min(...starts) : -Infinity;
  const from = Math.max(instantMs(knownFrom) ?? Infinity, listedFrom);
  const within = sessions.filter((session) => {
    const { startMs } = sessionSpan(session);
    return startMs !== null && startMs >= start && startMs < end;
  });
  const whole = from <= start;
  return whole || within.length > 0 ? { sessions: within, whole } : null;
}
