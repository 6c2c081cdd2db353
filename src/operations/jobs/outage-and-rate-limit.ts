import type { FailureReason } from '../../contract/console/problem.ts';
import { failureOf } from '../../bff/http/problems.ts';
import { UpstreamFault, type FaultKind } from '../../bff/upstream/fault.ts';
import type { Clock } from '../../lib/clock.ts';

/** The pause after a failure that says nothing of how long, in milliseconds. */
export const OUTAGE_PAUSE_MS = 3000;
/** The longest pause that the Service can ask for by Retry-After, in milliseconds. */
const HOLD_MAX_MS = 5 * 60_000;
/** A target that is turned away this often, while others are answered, is itself the cause. */
const TARGET_TRIES = 3;
/** Targets that are remembered. */
const TARGETS_MAX = 10_000;

/** The console has no access, whatever the target. */
const NO_ACCESS: ReadonlySet<FaultKind> = new Set([
  'not-connected',
  'connect-timeout',
  'busy',
  'token',
  'token-unavailable',
  'auth',
]);
/** The Service read the request and answered it. */
const ANSWERED: ReadonlySet<FaultKind> = new Set(['refused', 'server-error', 'unusable']);

/** Why nothing is sent, and until when, in milliseconds since the epoch. */
export interface Pause {
  until: number;
  message: string;
}

/**
 * What a failed request means. `outage`: nothing can be sent for now, try again later; `target`: the
 * Service keeps turning this target away while it answers others; `other`: a failure of this request.
 */
type FailureMeaning = 'outage' | 'target' | 'other';

/** Holds all background work while the Service, or the console's access to it, is away. */
export interface OutageBreaker {
  /** Notes that the Service answered a request about this target. */
  answered(target: string): void;
  /** Decides what a failed request means; an outage holds all work. */
  failed(target: string, error: unknown): FailureMeaning;
  /** How long nothing may be sent, in milliseconds; 0: send. */
  waitMs(): number;
  /** Why nothing is sent at the moment, or null. */
  pause(): Pause | null;
  /** Holds all work for at least this long, in milliseconds. */
  hold(ms: number, message: string): void;
}

/** Why a request failed, fit to be shown; a Service that gives no reason is not quoted. */
export function failureReason(error: unknown): FailureReason {
  const { errors, source = 'console' } = failureOf(error).detail;
  const message = errors[0]?.message ?? errors[0]?.description ?? null;
  return message === null
    ? { source: 'console', message: 'Could not be read.' }
    : { source, message };
}

/** Why a request failed, as text alone. */
export function failureMessage(error: unknown): string {
  return failureReason(error).message;
}

/** Creates the breaker; a console has one for all its background work. */
export function createOutageBreaker(clock: Pick<Clock, 'now'>): OutageBreaker {
  /** How often each target was turned away, and how many answers there had been the last time. */
  const turnedAway = new Map<string, { count: number; answers: number }>();
  let answers = 0;
  let current: Pause = { until: 0, message: '' };

  const hold = (ms: number, message: string) => {
    const until = clock.now() + ms;
    if (until > current.until) current = { until, message };
  };
  const waitMs = () => Math.max(0, current.until - clock.now());

  /** Whether others were answered between several failures of this target. */
  const isItsOwn = (target: string): boolean => {
    const known = turnedAway.get(target);
    if (known?.answers === answers) return false;
    const count = (known?.count ?? 0) + 1;
    if (turnedAway.size >= TARGETS_MAX) turnedAway.clear();
    turnedAway.set(target, { count, answers });
    return count >= TARGET_TRIES;
  };

  return {
    answered(target) {
      answers += 1;
      turnedAway.delete(target);
    },
    failed(target, error) {
      if (!(error instanceof UpstreamFault)) return 'other';
      const isTurnedAway = error.status === 429 || error.status === 503;
      if (!isTurnedAway && !NO_ACCESS.has(error.kind)) {
        if (ANSWERED.has(error.kind)) answers += 1;
        return 'other';
      }
      if (isTurnedAway && isItsOwn(target)) return 'target';
      const askedMs = Math.min((error.retryAfterS ?? 0) * 1000, HOLD_MAX_MS);
      hold(Math.max(OUTAGE_PAUSE_MS, askedMs), failureMessage(error));
      return 'outage';
    },
    waitMs,
    pause: () => (waitMs() > 0 ? current : null),
    hold,
  };
}
