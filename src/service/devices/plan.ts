import { randomFor, type Random } from '../random.ts';
import { type Behaviour, type Fate, fateFor } from './behaviours.ts';

/** How long each step of a Command takes, in milliseconds after the step before it, and how it ends. */
export interface CommandPlan {
  /** Trigger time → Triggered. */
  triggerMs: number;
  /** Triggered → Sent, or Failed where it cannot be sent. */
  sendMs: number;
  /** Sent → Succeeded or Failed. */
  outcomeMs: number;
  /** Succeeded → verification complete. */
  verifyMs: number;
  fate: Fate;
}

/** No step of any plan takes less, so steps that are this close cannot follow from each other. */
export const SHORTEST_STEP_MS = 300;

function outcomeDelay(behaviour: Behaviour, random: Random): number {
  if (behaviour === 'slow') return random.whole(8_000, 12_000);
  if (behaviour === 'late-result') return random.whole(45_000, 90_000);
  return random.whole(1_000, 6_000);
}

/**
 * The plan of one Command. It derives from the seed, the Entity and the Entity's own count, so the
 * order of calls and restarts change nothing.
 * @param ordinal its number among the Commands of its Entity, from 1
 */
export function planCommand(
  seed: number,
  entity: { id: string; type: string; behaviour: Behaviour },
  ordinal: number,
): CommandPlan {
  const random = randomFor(seed, 'command', entity.id, ordinal);
  return {
    triggerMs: random.whole(SHORTEST_STEP_MS, 1_500),
    sendMs: random.whole(500, 3_000),
    outcomeMs: outcomeDelay(entity.behaviour, random),
    verifyMs: random.whole(3_000, 15_000),
    fate: fateFor(entity.behaviour, entity.type, random),
  };
}
