import { randomFor, type Random } from '../random.ts';
import { type Behaviour, type Fate, fateFor } from './behaviours.ts';

/** Duration of each step of a Command, in milliseconds after the previous one, and its end. */
export interface CommandPlan {
  /** Trigger time → Triggered. */
  triggerMs: number;
  /** Triggered → Sent, or Failed if it cannot be sent. */
  sendMs: number;
  /** Sent → Succeeded or Failed. */
  outcomeMs: number;
  /** Succeeded → verification complete. */
  verifyMs: number;
  fate: Fate;
}

/** No step of any plan is shorter, so closer steps cannot follow from each other. */
export const SHORTEST_STEP_MS = 300;

function outcomeDelay(behaviour: Behaviour, random: Random): number {
  if (behaviour === 'slow') return random.whole(8_000, 12_000);
  if (behaviour === 'late-result') return random.whole(45_000, 90_000);
  return random.whole(1_000, 6_000);
}

/**
 * The plan of one Command, derived from the seed, the Entity and the Entity's own count: the order
 * of calls and restarts have no influence.
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
