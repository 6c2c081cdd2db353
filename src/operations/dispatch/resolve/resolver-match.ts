import type { Command, ScheduledCommandRequest } from '../../../contract/command.ts';
import type { Evidence } from '../../../contract/console/resolution.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { OffsetRange } from '../../../bff/upstream/service-clock.ts';

/** How far a trigger time may lie outside the send, beyond the clock's known range, in milliseconds. */
const TIGHT_MS = 2000;
/** The same while the Service's clock is unknown. */
const UNKNOWN_CLOCK_MS = 5000;
/** With a wider range of the clock, no find is certain, in milliseconds. */
const CLOCK_WIDTH_MAX_MS = 10_000;
/** How late after the send a slow Service may act so that a find still counts as this dispatch's, in milliseconds. */
const ACTS_LATE_MS = 60_000;
/** Other Commands of the type this close to the send make a find only probable, in milliseconds. */
const NEAR_MS = 120_000;
const SECOND_MS = 1000;

/** Commands that a dispatch would have made for each Entity. */
export interface Expected {
  type: string | null;
  value: string | null;
  /** Trigger times that this dispatch can have caused, both included, in milliseconds since the epoch. */
  fromMs: number;
  toMs: number;
  /** Trigger times that leave no doubt; up to `lateToMs` the Service acted late. */
  tightFromMs: number;
  tightToMs: number;
  lateToMs: number;
  /** Trigger times that can be mistaken for it. Those outside may be its own only if the clock is off. */
  nearFromMs: number;
  nearToMs: number;
  /** Whether the clock is known too poorly to distinguish the time of the send from others. */
  clockDoubt: boolean;
  /** How many there would be. */
  count: number;
}

/** The parts of a dispatch that matching needs. */
export interface Sent {
  kind: string;
  items: readonly ScheduledCommandRequest[];
  createdAt: number;
  /** When it ended, or now if it has not. */
  endedAt: number;
}

/** What matching allows for; all in milliseconds. */
export interface MatchLimits {
  /** How far the Service's clock may be off beyond its known range. */
  slackMs: number;
  /** Maximum duration of a send. */
  sendWithinMs: number;
  /** How long after a send its Commands may appear. */
  horizonMs: number;
}

/**
 * The Commands that a dispatch made if it reached the devices.
 * @param clock how far the Service's clock was ahead at the send; null: not known
 */
export function expectedOf(sent: Sent, limits: MatchLimits, clock: OffsetRange | null): Expected[] {
  const { lowMs, highMs } = clock ?? { lowMs: 0, highMs: 0 };
  const tightMs = clock === null ? UNKNOWN_CLOCK_MS : TIGHT_MS;
  const byKey = new Map<string, Expected>();
  for (const { type, value, triggerTime } of sent.items) {
    const planned = sent.kind === 'schedule' ? instantMs(triggerTime) : null;
    const second = planned === null ? null : Math.floor(planned / SECOND_MS) * SECOND_MS;
    const key = JSON.stringify([type, plain(value), second]);
    const known = byKey.get(key);
    if (known !== undefined) {
      known.count += 1;
      continue;
    }
    // A process that died may be restarted much later; its request had ended long before.
    const sendEnd = Math.min(sent.endedAt, sent.createdAt + limits.sendWithinMs);
    byKey.set(key, {
      type,
      value,
      count: 1,
      ...(second === null
        ? {
            fromMs: sent.createdAt + lowMs - limits.slackMs,
            toMs: sent.endedAt + highMs + limits.slackMs + limits.horizonMs,
            tightFromMs: sent.createdAt + lowMs - tightMs,
            tightToMs: sendEnd + highMs + tightMs,
            lateToMs: sendEnd + highMs + ACTS_LATE_MS,
            nearFromMs: sent.createdAt + lowMs - NEAR_MS,
            // A slow Service may act until the horizon, but never before the send.
            nearToMs: sendEnd + highMs + Math.max(NEAR_MS, limits.horizonMs),
            clockDoubt: highMs - lowMs > CLOCK_WIDTH_MAX_MS,
          }
        : {
            fromMs: second,
            toMs: second + SECOND_MS - 1,
            tightFromMs: second,
            tightToMs: second + SECOND_MS - 1,
            lateToMs: second + SECOND_MS - 1,
            nearFromMs: second,
            nearToMs: second + SECOND_MS - 1,
            clockDoubt: false,
          }),
    });
  }
  return [...byKey.values()];
}

const plain = (value: string | null) => value?.trim() ?? '';

function fits(expected: Expected, command: Command): boolean {
  const at = instantMs(command.triggerTime);
  return (
    at !== null &&
    command.type === expected.type &&
    plain(command.value) === plain(expected.value) &&
    at >= expected.fromMs &&
    at <= expected.toMs
  );
}

const FAR_OFF = 'It triggered outside the time of the dispatch.';

function isNear(expected: Expected, command: Command): boolean {
  const at = instantMs(command.triggerTime);
  return at !== null && at >= expected.nearFromMs && at <= expected.nearToMs;
}

/** Whether a Command matches the type, value and time of the dispatch. */
export function speaksFor(expected: Expected, command: Command): boolean {
  return fits(expected, command) && isNear(expected, command);
}

function isOfTheSend(expected: Expected, command: Command): boolean {
  const at = instantMs(command.triggerTime);
  return at !== null && at >= expected.tightFromMs && at <= expected.lateToMs;
}

/**
 * The batch that a Command belongs to already. `free`: none; `own-…`: the checked one; `elsewhere`: another
 * one, but only probably. A Command that is certainly another's is not a candidate.
 */
export type Tie = 'free' | 'own-certain' | 'own-probable' | 'elsewhere';

/** A Command of the Entity, as read. */
export interface Candidate {
  command: Command;
  tie: Tie;
}

/** Another dispatch that may have reached this Entity. */
export interface Rival {
  expected: readonly Expected[];
  /** Its answer can still come and name its Commands. */
  sending: boolean;
}

/** What the Commands of one Entity show about a dispatch. */
export interface Decision {
  evidence: Exclude<Evidence, 'unchecked'>;
  /** The reason why it is only probable, or null. */
  message: string | null;
  /** Commands that belong to the dispatch, with their certainty. */
  ties: { command: Command; matched: 'certain' | 'probable' }[];
}

function distance(expected: Expected, command: Command): number {
  const at = instantMs(command.triggerTime) ?? 0;
  return Math.max(expected.tightFromMs - at, at - expected.tightToMs, 0);
}

const ORDER: Readonly<Record<Tie, number>> = {
  'own-certain': 0,
  'own-probable': 1,
  free: 2,
  elsewhere: 3,
};

function decideOne(
  expected: Expected,
  candidates: readonly Candidate[],
  rivals: readonly Rival[],
): Decision {
  const possible = candidates.filter(({ command }) => fits(expected, command));
  if (possible.length === 0) return { evidence: 'none', message: null, ties: [] };
  const fitting = possible.filter(({ command }) => isNear(expected, command));
  if (fitting.length === 0) return { evidence: 'probable', message: FAR_OFF, ties: [] };
  const sure = fitting.filter(({ tie }) => tie === 'own-certain');
  if (sure.length >= expected.count) return { evidence: 'certain', message: null, ties: [] };
  const claiming = rivals.filter((rival) =>
    rival.expected.some((other) => fitting.some(({ command }) => fits(other, command))),
  );
  const doubt = doubtOf(expected, fitting, claiming);
  if (doubt === null) {
    const ties = fitting.map(({ command }) => ({ command, matched: 'certain' as const }));
    return { evidence: 'certain', message: null, ties };
  }
  const ours = claiming.some(({ sending }) => sending)
    ? []
    : fitting
        .filter(({ tie }) => tie !== 'elsewhere')
        .toSorted(
          (a, b) =>
            ORDER[a.tie] - ORDER[b.tie] ||
            distance(expected, a.command) - distance(expected, b.command),
        )
        .slice(0, expected.count)
        .filter(({ tie }) => tie === 'free');
  return {
    evidence: 'probable',
    message: doubt,
    ties: ours.map(({ command }) => ({ command, matched: 'probable' as const })),
  };
}

/** Why the finds are no proof; null if they are. */
function doubtOf(
  expected: Expected,
  fitting: readonly Candidate[],
  claiming: readonly Rival[],
): string | null {
  if (claiming.length > 0 || fitting.some(({ tie }) => tie === 'elsewhere')) {
    return 'Another dispatch with an unknown outcome could have made it.';
  }
  if (fitting.length !== expected.count) {
    return `${fitting.length} Commands fit where ${expected.count} would be expected.`;
  }
  if (!fitting.every(({ command }) => isOfTheSend(expected, command))) return FAR_OFF;
  if (expected.clockDoubt) return 'The clock of the Service is not known well enough.';
  return null;
}

/**
 * What the Commands of one Entity show about a dispatch with an unknown outcome.
 * @param expected what it would have made; at least one
 * @param candidates the Commands read, except those that are certainly another dispatch's
 * @param rivals other dispatches with an unknown outcome that had this Entity as a member
 */
export function decide(
  expected: readonly Expected[],
  candidates: readonly Candidate[],
  rivals: readonly Rival[],
): Decision {
  const parts = expected.map((each) => decideOne(each, candidates, rivals));
  const ties = parts.flatMap((part) => part.ties);
  const found = parts.filter(({ evidence }) => evidence !== 'none');
  if (found.length === 0) return { evidence: 'none', message: null, ties };
  if (found.length < parts.length) {
    const message = `${found.length} of ${parts.length} planned Commands were found.`;
    return { evidence: 'probable', message, ties };
  }
  const doubtful = found.find(({ evidence }) => evidence === 'probable');
  return doubtful === undefined
    ? { evidence: 'certain', message: null, ties }
    : { evidence: 'probable', message: doubtful.message, ties };
}
