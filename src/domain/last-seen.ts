import { HISTORY_FROM_MS } from './fleet-policy.ts';
import { instantMs, isoInstant } from './instant.ts';

/** A device's clock may differ this much from ours before it is anomalous. */
const CLOCKS_MS = 60_000;

/**
 * When an Entity was last seen: at an instant, at one in the future (anomalous), or before the first read
 * session. Null: unknown.
 */
export type LastSeen = { kind: 'at' | 'ahead' | 'before'; instant: string } | null;

/**
 * When an Entity was last seen, as far as was read.
 * @param facts ISO 8601: when it was seen, and from when on its sessions were read
 * @param nowMs milliseconds since the epoch
 */
export function lastSeen(
  { seenAt, sessionsFrom }: { seenAt: string | null; sessionsFrom: string | null },
  nowMs: number,
): LastSeen {
  const seen = instantMs(seenAt);
  const from = instantMs(sessionsFrom);
  if (seen !== null && seen > nowMs + CLOCKS_MS)
    return { kind: 'ahead', instant: isoInstant(seen) };
  // Older sessions were not read: one of them may have ended later than the known instant.
  if (from !== null && from > HISTORY_FROM_MS && (seen ?? 0) < from) {
    return { kind: 'before', instant: isoInstant(from) };
  }
  return seen === null ? null : { kind: 'at', instant: isoInstant(seen) };
}
