import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { writeMeta } from '../store/store.ts';
import { SHORTEST_STEP_MS } from './plan.ts';
import type { StepKind } from './step.ts';

/** Runs what happens to the devices by itself. */
export interface Simulation {
  /** Does all that is due by now, in the order in which it is due, each at its own planned instant. */
  advance(): Promise<void>;
  /** Simulated now, in milliseconds since the epoch. */
  now(): number;
}

/**
 * Makes the simulation. Nothing of it is kept in memory, so that it goes on after a crash.
 * @param kinds the kinds of steps
 */
export function startSimulation(
  store: Store,
  clock: Clock,
  kinds: readonly StepKind[],
): Simulation {
  let running: Promise<void> = Promise.resolve();
  return {
    now: () => clock.now(),
    advance: () => {
      const turn = running.then(() => advanceTo(store, kinds, clock.now()));
      running = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function advanceTo(store: Store, kinds: readonly StepKind[], nowMs: number): Promise<void> {
  for (;;) {
    const next = await earliest(store, kinds, nowMs);
    if (next === null) return;
    await store.transaction().execute(async (trx) => {
      await next.kind.run(trx, next.untilMs);
      await writeMeta(trx, 'clock_ms', nowMs);
    });
    // A long backlog must not keep answers from leaving: the store answers without waiting for I/O.
    await setImmediate();
  }
}

/** The kind that is due first, and until when it may run before anything else has to. */
async function earliest(store: Store, kinds: readonly StepKind[], nowMs: number) {
  let first: { kind: StepKind; dueMs: number; untilMs: number } | null = null;
  for (const kind of kinds) {
    const dueMs = await kind.nextDue(store);
    if (dueMs === null || dueMs > nowMs) continue;
    if (first === null || dueMs < first.dueMs) {
      const others: number = first === null ? nowMs : first.dueMs;
      first = { kind, dueMs, untilMs: Math.min(others, dueMs + SHORTEST_STEP_MS - 1, nowMs) };
    } else {
      first.untilMs = Math.min(first.untilMs, dueMs);
    }
  }
  return first;
}
