import { isSettled, verificationVerdict, type Reported } from '../../../domain/command-status.ts';

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

/** How long after its trigger the console stops reading a Command that does not settle, in milliseconds. */
export const GIVE_UP_MS = 24 * 60 * 60_000;

/** Whether a Command has succeeded without any verification, which may still come. */
export function awaitsVerification(command: Reported): boolean {
  return command.status === 'Succeeded' && verificationVerdict(command.verification) === 'none';
}

/** What decides a Command's next read; instants and times in milliseconds. */
export interface ReadState {
  dueAt: number;
  /** When its success was first observed. */
  acknowledgedAt: number | null;
  /** The pause before the read just made. */
  intervalMs: number;
}

/** Whether and when a Command is read again. */
export interface ReadPlan {
  settled: boolean;
  /** Why the console stops reading it although it may change, or null. */
  message: string | null;
  intervalMs: number;
}

/**
 * Plans the next read after one was made.
 * @param command as just read
 * @param state before this read
 * @param now milliseconds since the epoch
 * @param verificationWaitMs how long to wait for a verification after a success without one
 */
export function planAfterRead(
  command: Reported,
  state: ReadState,
  now: number,
  verificationWaitMs: number,
): ReadPlan {
  const ageMs = now - state.dueAt;
  const byAge = intervalAt(ageMs);
  const ends = (message: string | null): ReadPlan => ({
    settled: true,
    message,
    intervalMs: byAge,
  });
  if (awaitsVerification(command)) {
    const leftMs = (state.acknowledgedAt ?? now) + verificationWaitMs - now;
    if (leftMs <= 0) {
      return ends(`No verification was reported within ${verificationWaitMs / 60_000} min.`);
    }
    const doubled = state.acknowledgedAt === null ? byAge : 2 * state.intervalMs;
    return { settled: false, message: null, intervalMs: Math.min(doubled, leftMs) };
  }
  if (isSettled(command)) return ends(null);
  if (ageMs < GIVE_UP_MS) return { settled: false, message: null, intervalMs: byAge };
  const what = command.status === 'Succeeded' ? 'unverified' : command.status;
  return ends(
    `Still ${what} after ${GIVE_UP_MS / 3_600_000} h; the console stopped reading this Command.`,
  );
}
