import { setImmediate } from 'node:timers/promises';
import type { Clock, WallClock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { writeMeta } from '../store/store.ts';
import { type BackOff, type StepFailure, makeBackOff } from './back-off.ts';
import { SHORTEST_STEP_MS } from './plan.ts';
import type { StepKind } from './step.ts';

/** Runs the events of the devices over time. Failures are retried later and never thrown. */
export interface Simulation {
  /** Does everything that is due by now, in order, each at its own planned instant. */
  advance(): Promise<void>;
  /**
   * Does what must have happened before something is read or changed now, without waiting for a
   * long backlog of Commands to other Entities.
   * @param entityId the Entity whose Commands matter; null: none do
   */
  settle(entityId: string | null): Promise<void>;
  /** Simulated now, in milliseconds since the epoch. */
  now(): number;
}

/** Dependencies of a simulation. */
interface SimulationParts {
  store: Store;
  clock: Clock;
  /** Real time, used for waits after a failure. */
  wall: WallClock;
  kinds: readonly StepKind[];
  /** Called for each failed step. */
  failed: (failure: StepFailure) => void;
}

interface Running extends Omit<SimulationParts, 'wall' | 'failed'> {
  backOff: BackOff;
}

/** Makes the simulation. All state is in the store, so a crash loses nothing. */
export function startSimulation({ wall, failed, ...parts }: SimulationParts): Simulation {
  const { clock, kinds } = parts;
  const running: Running = { ...parts, backOff: makeBackOff(wall, failed) };
  let turn: Promise<void> = Promise.resolve();
  const advance = () => {
    turn = turn.then(() => advanceTo(running, clock.now()));
    return turn;
  };
  return {
    now: () => clock.now(),
    advance,
    settle: async (entityId) => {
      const nowMs = clock.now();
      // A step beyond a single Entity needs everything before it done, and is rare.
      for (const kind of kinds) {
        if (kind.ofEntity === undefined && isDue(await nextOf(running, kind), nowMs)) {
          return advance();
        }
      }
      if (entityId !== null) await settleEntity(running, entityId, nowMs);
    },
  };
}

function isDue(dueMs: number | null, nowMs: number): dueMs is number {
  return dueMs !== null && dueMs <= nowMs;
}

/** When a kind is due next; null also while it waits after a failure, or if that cannot be read. */
async function nextOf({ store, backOff }: Running, kind: StepKind): Promise<number | null> {
  let dueMs: number | null = null;
  if (backOff.isWaiting(kind.name)) return null;
  await backOff.attempt(`${kind.name}, next due`, async () => {
    dueMs = await kind.nextDue(store);
  });
  return dueMs;
}

async function settleEntity(running: Running, entityId: string, nowMs: number): Promise<void> {
  const { store, kinds, backOff } = running;
  for (const { name, ofEntity } of kinds) {
    if (ofEntity === undefined) continue;
    let isDone = false;
    while (!isDone) {
      const done = await backOff.attempt(`${name} of Entity ${entityId}`, async () => {
        const dueMs = await ofEntity.nextDue(store, entityId);
        isDone = !isDue(dueMs, nowMs);
        if (!isDue(dueMs, nowMs)) return;
        await store.transaction().execute(async (trx) => {
          await ofEntity.run(trx, entityId, Math.min(nowMs, dueMs + SHORTEST_STEP_MS - 1));
          await writeMeta(trx, 'clock_ms', nowMs);
        });
      });
      isDone ||= !done;
    }
  }
}

async function advanceTo(running: Running, nowMs: number): Promise<void> {
  const { store, backOff } = running;
  for (;;) {
    const next = await earliest(running, nowMs);
    if (next === null) return;
    await backOff.attempt(next.kind.name, () =>
      store.transaction().execute(async (trx) => {
        await next.kind.run(trx, next.untilMs);
        await writeMeta(trx, 'clock_ms', nowMs);
      }),
    );
    // A long backlog must not delay answers: the store works without waiting for I/O.
    await setImmediate();
  }
}

/** The kind that is due first, and the limit until which it may run before another one. */
async function earliest(running: Running, nowMs: number) {
  let first: { kind: StepKind; dueMs: number; untilMs: number } | null = null;
  for (const kind of running.kinds) {
    const dueMs = await nextOf(running, kind);
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
