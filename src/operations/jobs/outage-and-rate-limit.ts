import { errorWords } from '../../domain/error-words.ts';
import type { FailureReason } from '../../contract/console/problem.ts';
import { failureOf } from '../../http/problems.ts';
import { UpstreamFault, type FaultKind } from '../../http/fault.ts';
import type { Clock } from '../../lib/clock.ts';

/** The pause after a failure without Retry-After, in milliseconds. */
export const OUTAGE_PAUSE_MS = 3000;
/** The longest pause of all work that the Service can ask for by Retry-After, in milliseconds. */
const HOLD_MAX_MS = 5 * 60_000;
/** The same for one target. */
const WAIT_MAX_MS = 60 * 60_000;
/** A target that is turned away this often, while others are answered, is itself the cause. */
const TARGET_TRIES = 3;
/** This many targets turned away in a row, none of them known to fail, are an outage. */
const OUTAGE_TARGETS = 3;
/** Maximum number of remembered targets; those that failed longest ago are forgotten first. */
const TARGETS_MAX = 10_000;

/** Statuses with which the Service turns a target away. */
const LIMITED = 429;
const AWAY = 503;

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
 * What a failed request means. `outage`: nothing can be sent for now, try again later; `again`: the
 * Service turned this target away, try it again later and others meanwhile; `target`: it keeps turning
 * this target away while it answers others; `other`: a failure of this request.
 */
type FailureMeaning = 'outage' | 'again' | 'target' | 'other';

/** What is known about a failed request. */
interface Circumstances {
  /** The requested part of the target, if it has several. */
  part?: string;
  /** Whether it failed the last time too, even in a stopped process. */
  failedBefore?: boolean;
  /**
   * Whether all work is held where this looks like an outage; the default. A caller that does not want it asks
   * something else at once: neighbours in a queue may all fail while the Service answers the rest.
   */
  holds?: boolean;
}

/** Holds all background work while the Service, or the console's access to it, is away. */
export interface OutageBreaker {
  /**
   * Notes that the Service answered a request about this target, which ends all doubt.
   * @param part the requested part of the target, if it has several
   */
  answered(target: string, part?: string): void;
  /** Decides what a failed request means; an outage, or a limit that several targets meet, holds all work. */
  failed(target: string, error: unknown, known?: Circumstances): FailureMeaning;
  /** Whether this target, or the same part of others, was turned away since the last answer. */
  isSuspect(target: string, part: string): boolean;
  /** How long nothing may be sent, in milliseconds; 0: send. */
  waitMs(): number;
  /**
   * Whether the Service has not answered since an outage. Until then each loop has one request under
   * way at most, and the first target turned away that is not known to fail holds all work again.
   */
  isDoubtful(): boolean;
  /** Why nothing is sent at the moment, or null. */
  pause(): Pause | null;
  /** Holds all work for at least this long, in milliseconds. */
  hold(ms: number, message: string): void;
}

/** Why a request failed, fit to be shown; a Service that gives no reason is not quoted. */
export function failureReason(error: unknown): FailureReason {
  const { errors, source = 'console' } = failureOf(error).detail;
  const message = errors[0] === undefined ? null : errorWords(errors[0]);
  return message === null
    ? { source: 'console', message: 'Could not be read.' }
    : { source, message };
}

/** Why a request failed, as text alone. */
export function failureMessage(error: unknown): string {
  return failureReason(error).message;
}

/** The pause that the Service requests, in milliseconds: 0 if none, at most an hour. */
export function retryAfterMs(error: unknown): number {
  const seconds = error instanceof UpstreamFault ? (error.retryAfterS ?? 0) : 0;
  return Math.min(seconds * 1000, WAIT_MAX_MS);
}

const NO_PAUSE: Pause = { until: 0, message: '' };
const laterOf = (a: Pause, b: Pause): Pause => (b.until > a.until ? b : a);

/** How often something was turned away, and how many answers there had been the last and the first time. */
type TurnedAway = Map<string, { count: number; answers: number; since: number }>;

/** @returns how often this key was turned away now, each time after an answer to another */
function countOf(turnedAway: TurnedAway, key: string, answers: number): number {
  const known = turnedAway.get(key);
  if (known?.answers === answers) return known.count;
  const count = (known?.count ?? 0) + 1;
  remember(turnedAway, key, { count, answers, since: known?.since ?? answers });
  return count;
}

/** Sets the value of a key and makes it the newest; if there are too many, the oldest is removed. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= TARGETS_MAX && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

/** Creates the breaker; a console has one for all its background work. */
export function createOutageBreaker(clock: Pick<Clock, 'now'>): OutageBreaker {
  /** By target, then by its part. */
  const failing = new Map<string, TurnedAway>();
  /** Targets turned away since the last answer that were not known to fail before it. */
  const suspects = new Set<string>();
  const suspectParts = new Set<string>();
  /** Targets whose part was turned away since it was answered last, and when they became many, by part. */
  const failingParts = new Map<string, { targets: Set<string>; manySince: number | null }>();
  let answers = 0;
  let doubtful = false;
  /** An answer ends the pause of an outage, but no other. */
  let outage = NO_PAUSE;
  let other = NO_PAUSE;

  const pauseOf = (ms: number, message: string): Pause => ({ until: clock.now() + ms, message });
  const current = () => laterOf(other, outage);
  const waitMs = () => Math.max(0, current().until - clock.now());
  const hold = (ms: number, message: string) => {
    other = laterOf(other, pauseOf(ms, message));
  };

  /** Whether many were turned away for this part, and something else was answered since. */
  const isPartFailing = (part: string): boolean => {
    const manySince = failingParts.get(part)?.manySince ?? null;
    return manySince !== null && manySince !== answers;
  };

  /** Notes that a target was turned away. `isKnown`: it was before, and another was answered since. */
  const noteTurnedAway = (target: string, part: string) => {
    const parts: TurnedAway = failing.get(target) ?? new Map();
    // A part that fails for many targets is no failure of this target.
    const isKnown = [...parts].some(
      ([name, { since }]) => since !== answers && !isPartFailing(name),
    );
    const isCause = countOf(parts, part, answers) >= TARGET_TRIES;
    remember(failing, target, parts);
    return { isKnown, isCause };
  };
  const forget = (target: string, part: string) => {
    const parts = failing.get(target);
    parts?.delete(part);
    if (parts?.size === 0) failing.delete(target);
  };

  const notePart = (target: string, part: string): void => {
    if (part === '') return;
    suspectParts.add(part);
    const known = failingParts.get(part) ?? { targets: new Set(), manySince: null };
    failingParts.set(part, known);
    if (known.manySince !== null) return;
    known.targets.add(target);
    if (known.targets.size >= OUTAGE_TARGETS) known.manySince = answers;
  };

  const noteAnswer = () => {
    answers += 1;
    suspects.clear();
    suspectParts.clear();
    doubtful = false;
    outage = NO_PAUSE;
  };

  const holdAll = (error: UpstreamFault): FailureMeaning => {
    doubtful = true;
    const ms = Math.max(OUTAGE_PAUSE_MS, Math.min(retryAfterMs(error), HOLD_MAX_MS));
    // Answers to others do not mean that a limit is over.
    if (NO_ACCESS.has(error.kind) || error.status === LIMITED) hold(ms, failureMessage(error));
    else outage = laterOf(outage, pauseOf(ms, failureMessage(error)));
    return 'outage';
  };

  return {
    answered(target, part = '') {
      noteAnswer();
      failingParts.delete(part);
      forget(target, part);
    },
    failed(target, error, { part = '', failedBefore = false, holds = true } = {}) {
      if (!(error instanceof UpstreamFault)) return 'other';
      if (NO_ACCESS.has(error.kind)) return holdAll(error);
      if (error.status === LIMITED || error.status === AWAY) {
        notePart(target, part);
        const { isKnown, isCause } = noteTurnedAway(target, part);
        if (isKnown || isPartFailing(part) || failedBefore) return isCause ? 'target' : 'again';
        suspects.add(target);
        if (!doubtful && suspects.size < OUTAGE_TARGETS) return 'again';
        if (holds) return holdAll(error);
        doubtful = true;
        return 'outage';
      }
      if (ANSWERED.has(error.kind)) noteAnswer();
      return 'other';
    },
    waitMs,
    isDoubtful: () => doubtful,
    isSuspect: (target, part) => suspects.has(target) || suspectParts.has(part),
    pause: () => (waitMs() > 0 ? current() : null),
    hold,
  };
}
