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
  /**
   * Does what must have happened before something is read or changed now, without waiting for a long
   * backlog of Commands to other Entities.
   * @param entityId whose Commands matter; null: no Command's state does
   */
  settle(entityId: string | null): Promise<void>;
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
  const advance = () => {
    const turn = running.then(() => advanceTo(store, kinds, clock.now()));
    running = turn.catch(() => undefined);
    return turn;
  };
  return {
    now: () => clock.now(),
    advance,
    settle: async (entityId) => {
      const nowMs = clock.now();
      // What reaches beyond one Entity needs everything before it done, and comes rarely.
      for (const kind of kinds) {
        if (kind.ofEntity === undefined && isDue(await kind.nextDue(store), nowMs)) {
          return advance();
        }
      }
      if (entityId !== null) await settleEntity(store, kinds, entityId, nowMs);
    },
  };
}

function isDue(dueMs: number | null, nowMs: number): dueMs is number {
  return dueMs !== null && dueMs <= nowMs;
}

async function settleEntity(
  store: Store,
  kinds: readonly StepKind[],
  entityId: string,
  nowMs: number,
): Promise<void> {
  for (const { ofEntity } of kinds) {
    if (ofEntity === undefined) continue;
    for (;;) {
      const dueMs = await ofEntity.nextDue(store, entityId);
      if (!isDue(dueMs, nowMs)) break;
      await store.transaction().execute(async (trx) => {
        await ofEntity.run(trx, entityId, Math.min(nowMs, dueMs + SHORTEST_STEP_MS - 1));
        await writeMeta(trx, 'clock_ms', nowMs);
      });
    }
  }
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
    if (!isDue(dueMs, nowMs)) continue;
    if (first === null || dueMs < first.dueMs) {
      const others: number = first === null ? nowMs : first.dueMs;
      first = { kind, dueMs, untilMs: Math.min(others, dueMs + SHORTEST_STEP_MS - 1, nowMs) };
    } else {
      first.untilMs = Math.min(first.untilMs, dueMs);
    }
  }
  return first;
}
