import { randomFor, type Random } from '../../src/service/random.ts';
import type { FaultRule } from './gridhelm.ts';
import { planRounds, type PlannedDispatch, type Round } from './ledger-plan.ts';

/** A round under lies. */
export interface LyingRound extends Round {
  /** The service's clock in this round. */
  clock: { offsetMs: number; driftPpm: number };
  /** Whether the next round waits for the console's check, so held requests act after it. */
  patient: boolean;
}

type Lie = Omit<FaultRule, 'endpoint'>;

/** Faults of one dispatch; the rules of an entry apply together. */
const SEND_LIES: readonly [readonly Lie[], ...(readonly Lie[])[]] = [
  [{ kind: 'null-list' }],
  [{ kind: 'partial-list', keep: 0 }],
  [{ kind: 'partial-list', keep: 1 }],
  [
    { kind: 'partial-list', keep: 2 },
    { kind: 'duplicate-rows', rows: 2 },
  ],
  [{ kind: 'duplicate-rows', rows: 3 }],
  [{ kind: 'strangers', rows: 1 }],
  [{ kind: 'strangers', rows: 2 }],
  [
    { kind: 'strangers', rows: 2 },
    { kind: 'duplicate-rows', rows: 4 },
  ],
  [{ kind: 'strangers', rows: 1 }, { kind: 'null-list' }],
  [{ kind: 'strangers', rows: 1 }, { kind: 'reset-after' }],
  [{ kind: 'hold' }],
  [{ kind: 'hold' }],
  [{ kind: 'hold' }, { kind: 'null-list' }],
  [{ kind: 'hold-answer' }],
  [{ kind: 'reset-after' }],
  [{ kind: 'reset-after' }],
  [{ kind: 'truncated' }],
  [{ kind: 'reset-before' }],
  [{ kind: 'status', status: 503 }],
  [{ kind: 'status', status: 409 }],
];

/** Offsets of the service's clock, in milliseconds. */
const OFFSETS = [0, 0, 8000, -8000, 600_000, -600_000] as const;
/** How it drifts, in millionths. */
const DRIFTS = [0, 0, 200, -200, 20_000, -20_000] as const;

function sendLies(random: Random, { collectiveId, kind }: PlannedDispatch): FaultRule[] {
  if (random.chance(0.15)) return [];
  const endpoint = kind === 'now' ? 'sendCommand' : 'scheduleCommands';
  return random
    .pick(SEND_LIES)
    .map((lie) => ({ endpoint, address: collectiveId, count: 1, ...lie }));
}

/** What reads of Commands omit or revert, for one Collective of the round or for all. */
function readLies(random: Random, dispatches: readonly PlannedDispatch[]): FaultRule[] {
  if (random.chance(0.4)) return [];
  const about = dispatches[random.whole(0, dispatches.length - 1)];
  const lie = random.pick<Lie>([
    { kind: 'lagging-lists', ms: 3000 },
    { kind: 'lagging-lists', ms: 12_000 },
    { kind: 'forgetting' },
    { kind: 'going-back' },
  ]);
  const address = random.chance(0.7) ? about?.collectiveId : undefined;
  return [{ endpoint: 'listCommands', ...lie, ...(address === undefined ? {} : { address }) }];
}

/**
 * Random rounds of dispatches to a service that lies.
 * @param seed decides everything but the ids
 * @param sizes how many rounds of how many dispatches, and in how many rounds the console is killed
 */
export function planLies(
  seed: number,
  collectiveIds: readonly string[],
  sizes: { rounds: number; perRound: number; kills: number },
): LyingRound[] {
  const random = randomFor(seed, 'lies');
  return planRounds(seed, collectiveIds, sizes).map((round): LyingRound => ({
    ...round,
    faults: [
      ...round.dispatches.flatMap((dispatch) => sendLies(random, dispatch)),
      ...readLies(random, round.dispatches),
    ],
    clock: { offsetMs: random.pick(OFFSETS), driftPpm: random.pick(DRIFTS) },
    patient: random.chance(0.5),
    // Some die while they check the outcome of a dispatch.
    killAfterMs:
      round.killAfterMs === null || random.chance(0.6)
        ? round.killAfterMs
        : random.whole(350, 3000),
  }));
}
