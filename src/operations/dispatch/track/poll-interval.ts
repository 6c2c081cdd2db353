/** The pause between two reads of a young Command, in milliseconds. */
export const FIRST_INTERVAL_MS = 1500;

/** The pause between two reads of a Command before its trigger time: others may cancel it. */
const LOOK_AHEAD_MS = 15 * 60_000;

/** Pauses by age since the trigger, or since the send if that is later. */
const BY_AGE: readonly { untilMs: number; intervalMs: number }[] = [
  { untilMs: 30_000, intervalMs: FIRST_INTERVAL_MS },
  { untilMs: 2 * 60_000, intervalMs: 3000 },
  { untilMs: 10 * 60_000, intervalMs: 10_000 },
  { untilMs: 60 * 60_000, intervalMs: 30_000 },
];
const OLD_INTERVAL_MS = 5 * 60_000;

/** When a new Command is first read: soon, or at its trigger time; if that is far off, checked now and then before. */
export function firstPollAt(now: number, triggerAt: number | null): number {
  return Math.min(Math.max(now + FIRST_INTERVAL_MS, triggerAt ?? 0), now + LOOK_AHEAD_MS);
}

/**
 * The pause before the next read.
 * @param ageMs time since the Command was due; negative before
 */
export function intervalAt(ageMs: number): number {
  if (ageMs < 0) return Math.min(-ageMs, LOOK_AHEAD_MS);
  return BY_AGE.find((step) => ageMs < step.untilMs)?.intervalMs ?? OLD_INTERVAL_MS;
}

/** When a settled Command is rechecked after its last observed change, in milliseconds. */
const RECHECKS_MS = [60 * 60_000, 24 * 60 * 60_000];

/**
 * When a settled Command is read again: a Service may change its mind.
 * @param changedAt when its last change was observed, in milliseconds since the epoch
 * @returns an instant in milliseconds since the epoch, or null after the last recheck
 */
export function nextRecheckAt(changedAt: number, now: number): number | null {
  return RECHECKS_MS.map((ms) => changedAt + ms).find((at) => at > now) ?? null;
}
