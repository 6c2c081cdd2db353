/** How long after its trigger the console stops reading a Command that does not settle, in milliseconds. */
export const GIVE_UP_MS = 24 * 60 * 60_000;

/** The pause between two reads of a young Command, in milliseconds. */
export const FIRST_INTERVAL_MS = 1500;

/** Pauses by age since the trigger, or since the send where that is later. */
const BY_AGE: readonly { untilMs: number; intervalMs: number }[] = [
  { untilMs: 30_000, intervalMs: FIRST_INTERVAL_MS },
  { untilMs: 2 * 60_000, intervalMs: 3000 },
  { untilMs: 10 * 60_000, intervalMs: 10_000 },
  { untilMs: 60 * 60_000, intervalMs: 30_000 },
];
const OLD_INTERVAL_MS = 5 * 60_000;

/** When a new Command is first read: soon, but not before its trigger time. */
export function firstPollAt(now: number, triggerAt: number | null): number {
  return Math.max(now + FIRST_INTERVAL_MS, triggerAt ?? 0);
}

/**
 * The pause before the next read.
 * @param ageMs time since the Command was due
 */
export function intervalAt(ageMs: number): number {
  return BY_AGE.find((step) => ageMs < step.untilMs)?.intervalMs ?? OLD_INTERVAL_MS;
}
