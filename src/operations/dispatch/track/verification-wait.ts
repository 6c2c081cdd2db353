import { isSettled, verificationVerdict, type Reported } from '../../../domain/command-status.ts';
import { intervalAt } from './poll-interval.ts';

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
