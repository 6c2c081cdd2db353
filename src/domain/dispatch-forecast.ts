import type { ForecastCause } from '../contract/console/dry-run.ts';
import { isCommandType, isOfCharging, takesCommand } from './command-rules.ts';
import { FAILED_VERDICTS } from './command-status.ts';
import { silentSince } from './silent.ts';

/** How many of the newest outcomes of a Command type are considered. */
export const NEWEST_OUTCOMES = 5;
/** After this many consecutive failures the next Command is expected to fail. */
const IN_A_ROW = 3;

/** Types that need a plugged-in device. */
const NEEDS_PLUG: ReadonlySet<string> = new Set(['StartCharging']);

// Error codes are not documented: a device's state can only be recognised from its message.
const OFFLINE = /\b(offline|unreachable|not reachable|no connection)\b/i;
const UNPLUGGED = /\b(not plugged|unplugged|no vehicle|no cable)\b/i;

const FAILED: ReadonlySet<string> = new Set(FAILED_VERDICTS);

/** How one Command ended, whichever system sent it. Times in milliseconds since the epoch. */
export interface KnownOutcome {
  type: string;
  verdict: string;
  /** When it took effect, or was sent. */
  at: number;
  /** Why it failed, in short and in full; null: not reported. */
  reason: string | null;
  words: string;
  /** The dispatch of this console that it belongs to; null: another system sent it. */
  dispatchId: string | null;
}

/** When something was last read from the Service, in milliseconds since the epoch; null: never. */
interface LastRead {
  at: number | null;
  /** Longer ago than the policy's time. */
  isStale: boolean;
}

/** What is known of an Entity before a dispatch. Times in milliseconds since the epoch. */
export interface KnownEntity {
  /** Null: not known. */
  type: string | null;
  /** The Service refuses it; null: it does not. */
  refused: { status: number; at: number | null } | null;
  /** The newest of each Command type, newest first; only those with a time. */
  outcomes: readonly KnownOutcome[];
  /** The end of its last session, and when its device was last seen; null: unknown. */
  sessionAt: number | null;
  seenAt: number | null;
  /** Names of features that are off. */
  featuresOff: readonly string[];
  /** Whether charge sessions are captured; null: not known, or not offered. */
  isCapturing: boolean | null;
  reads: { commands: LastRead; sessions: LastRead; features: LastRead };
}

/** One reason for an expectation, and its evidence. */
export interface Expectation {
  cause: ForecastCause;
  /** The newest outcome, if it rests on outcomes; null: on something else. */
  outcome: KnownOutcome | null;
  /** How many of the newest outcomes failed, and how many there are. */
  failed: number;
  of: number;
  /** Time of the outcome, or of the last sight of the state, in milliseconds since the epoch; null: unknown. */
  at: number | null;
  /** When the store last read it. */
  read: LastRead;
  features: readonly string[];
  /** The status by which the Service refuses the Entity. */
  status: number | null;
}

const NOT_READ: LastRead = { at: null, isStale: false };

function expectation(cause: ForecastCause, of: Partial<Expectation>): Expectation {
  return {
    cause,
    outcome: null,
    failed: 0,
    of: 0,
    at: null,
    read: NOT_READ,
    features: [],
    status: null,
    ...of,
  };
}

/** The expectation from the newest outcomes of one type; null unless the last of them failed. */
function byOutcomes(newest: readonly KnownOutcome[], read: LastRead): Expectation | null {
  const [last] = newest;
  if (last === undefined || !FAILED.has(last.verdict)) return null;
  const failed = newest.filter(({ verdict }) => FAILED.has(verdict)).length;
  const first = newest.slice(0, IN_A_ROW);
  const inARow = first.length === IN_A_ROW && first.every(({ verdict }) => FAILED.has(verdict));
  const rests = { outcome: last, failed, of: newest.length, at: last.at, read };
  return expectation(inARow ? 'failing' : 'likely', rests);
}

/** The device's last report of its state, unless it charged since. */
function byWords(entity: KnownEntity, types: readonly string[]): Expectation | null {
  const [last] = entity.outcomes.toSorted((a, b) => b.at - a.at);
  if (last === undefined || !FAILED.has(last.verdict)) return null;
  if (entity.sessionAt !== null && entity.sessionAt > last.at) return null;
  const rests = { outcome: last, at: last.at, read: entity.reads.commands };
  if (OFFLINE.test(last.words)) return expectation('offline', rests);
  const isConcerned = types.some((type) => NEEDS_PLUG.has(type));
  return isConcerned && UNPLUGGED.test(last.words) ? expectation('unplugged', rests) : null;
}

/** Silent: it charged before, and was then not seen for `SILENT_DAYS`, as far as was read. */
function bySilence({ sessionAt, seenAt, reads }: KnownEntity): Expectation | null {
  const until = reads.sessions.at;
  if (sessionAt === null || seenAt === null || until === null) return null;
  // A device that answered a Command since is not silent, although it does not charge.
  if (silentSince(seenAt, until) === null) return null;
  return expectation('silent', { at: silentSince(sessionAt, until), read: reads.sessions });
}

/** Whether one of these Commands has an effect that shows in charge sessions of the Entity. */
function charges({ type }: KnownEntity, types: readonly string[]): boolean {
  return types.some(
    (each) => isCommandType(each) && isOfCharging(each) && takesCommand(each, type) !== false,
  );
}

/**
 * The expected result of a Command for an Entity, each reason once; empty: nothing known prevents it.
 * `nothing-known`: no outcome of these types is known, and its Commands were never read or its device never
 * seen.
 * @param types of the Commands
 */
export function expectationsOf(entity: KnownEntity, types: readonly string[]): Expectation[] {
  const { outcomes, reads, refused } = entity;
  const ofTypes = types.flatMap((type) => {
    const found = byOutcomes(
      outcomes.filter((outcome) => outcome.type === type).slice(0, NEWEST_OUTCOMES),
      reads.commands,
    );
    return found ?? [];
  });
  const found = [
    // In a plan with several types the worst counts, so each Entity is in only one of the two.
    ofTypes.find(({ cause }) => cause === 'failing') ?? ofTypes[0] ?? null,
    refused && expectation('refused', refused),
    byWords(entity, types),
    bySilence(entity),
    entity.featuresOff.length === 0
      ? null
      : expectation('features-off', {
          features: entity.featuresOff,
          at: reads.features.at,
          read: reads.features,
        }),
  ].flatMap((each) => each ?? []);
  const isKnown =
    found.length > 0 ||
    outcomes.some(({ type }) => types.includes(type)) ||
    (reads.commands.at !== null && entity.seenAt !== null);
  // It acts anyway, but its sessions will not show it: neither an obstacle nor evidence.
  const capture = expectation('capture-off', { at: reads.features.at, read: reads.features });
  return [
    ...(isKnown ? found : [expectation('nothing-known', { read: reads.commands })]),
    ...(entity.isCapturing === false && charges(entity, types) ? [capture] : []),
  ];
}
