import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { CommandRow, Store, SweepItemRow, SweepRow } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import {
  STOPPED_DOUBT,
  endAfterReading,
  endWithoutReading,
  knownEnd,
  readCommand,
  sendCancel,
  type Doubt,
} from './cancel-item.ts';
import type { Observer } from '../track/observe.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import { finishSweep, markSending, markWaiting, settleItem, type ItemEnd } from './sweep-store.ts';
import { OUTAGE_PAUSE_MS, isOutage } from '../track/tracker.ts';

/** Commands that are being cancelled at the same time. */
const MAX_UNDER_WAY = 8;
/** How long nothing is looked up while nothing runs; a new sweep wakes the sweeper. */
const IDLE_MS = 60_000;

/** Cancels what running sweeps hold, soonest trigger first. */
export interface Sweeper {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Stops when the requests that are out are answered and stored. */
  stop(): Promise<void>;
}

/** What the sweeper works with. */
export interface SweeperParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  observer: Pick<Observer, 'storeIn'>;
  /** Told after something was stored. */
  onChange(): void;
  /** Told when the sweeper itself failed; it goes on. */
  onError(error: unknown): void;
}

interface Work {
  sweep: SweepRow;
  item: SweepItemRow;
}

const keyOf = ({ item }: Work) => `${item.sweep_id}/${item.position}`;

/** Creates the sweeper; `wake` starts it. It takes up what is in the store, also after a restart. */
export function createSweeper(parts: SweeperParts): Sweeper {
  const { db, clock, budget, upstream } = parts;
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  /** Why items are in doubt whose Commands could not be read yet; after a restart that is all one. */
  const doubts = new Map<string, Doubt>();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  let resumeAt = 0;

  const pauseFor = (error: unknown) => {
    if (!isOutage(error)) return;
    const ms = Math.max(OUTAGE_PAUSE_MS, (error.retryAfterS ?? 0) * 1000);
    resumeAt = Math.max(resumeAt, clock.now() + ms);
  };

  const settle = async (
    { sweep, item }: Work,
    end: ItemEnd,
    seen: { row: CommandRow; command: Command } | null,
  ) => {
    const stored = { state: end.state, words: end.words, at: clock.now() };
    await settleItem(db, sweep, item, stored, async (trx, version) => {
      if (seen !== null) await parts.observer.storeIn(trx, version, [seen]);
    });
    doubts.delete(keyOf({ sweep, item }));
    parts.onChange();
  };

  const rowOf = ({ sweep, item }: Work) =>
    db
      .selectFrom('commands')
      .where('dispatch_id', '=', sweep.dispatch_id)
      .where('position', '=', item.position)
      .selectAll()
      .executeTakeFirstOrThrow();

  /** Finds out by reading alone what became of an item whose answer left a doubt. */
  const settleByReading = async (work: Work, row: CommandRow) => {
    const doubt = doubts.get(keyOf(work)) ?? STOPPED_DOUBT;
    let command: Command;
    try {
      command = await budget.run(() => readCommand(upstream, row, abort.signal), abort.signal);
    } catch (error) {
      if (loop.isStopped()) return;
      pauseFor(error);
      // The item stays as it is and is read again: nothing but its request may not be repeated.
      if (isOutage(error)) return;
      await settle(work, endWithoutReading(doubt, error), null);
      return;
    }
    await settle(work, endAfterReading(doubt, command.status), { row, command });
  };

  const cancel = async (work: Work) => {
    const row = await rowOf(work);
    const known = knownEnd(work.sweep, row);
    if (known !== null) {
      await settle(work, known, null);
      return;
    }
    const canceling = await budget.run(async () => {
      const may = !loop.isStopped() && clock.now() >= resumeAt;
      if (!may || !(await markSending(db, work.item, clock.now()))) return null;
      return sendCancel(upstream, row);
    }, abort.signal);
    if (canceling === null) return;
    if (canceling.kind === 'canceled') {
      const { command } = canceling;
      await settle(work, { state: 'canceled', words: null }, { row, command });
      return;
    }
    pauseFor(canceling.error);
    if (canceling.kind === 'not-sent') {
      await markWaiting(db, work.item);
      return;
    }
    doubts.set(keyOf(work), canceling.doubt);
    await settleByReading(work, row);
  };

  const run = async (work: Work) => {
    try {
      if (work.item.state === 'waiting') await cancel(work);
      else await settleByReading(work, await rowOf(work));
    } catch (error) {
      if (loop.isStopped()) return;
      resumeAt = Math.max(resumeAt, clock.now() + OUTAGE_PAUSE_MS);
      parts.onError(error);
    }
  };

  const itemsOf = async (sweep: SweepRow, state: 'sending' | 'waiting'): Promise<Work[]> => {
    const items = await db
      .selectFrom('sweep_items')
      .where('sweep_id', '=', sweep.id)
      .where('state', '=', state)
      .orderBy('trigger_at')
      .limit(MAX_UNDER_WAY + busy.size)
      .selectAll()
      .execute();
    return items.map((item) => ({ sweep, item })).filter((work) => !busy.has(keyOf(work)));
  };

  const start = (work: Work) => {
    const key = keyOf(work);
    busy.add(key);
    const running = run(work).finally(() => {
      busy.delete(key);
      underWay.delete(running);
      loop.wake();
    });
    underWay.add(running);
  };

  /** Starts what there is room for and says when to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now();
    if (now < resumeAt) return resumeAt - now;
    const sweeps = await db
      .selectFrom('sweeps')
      .where('state', 'in', ['running', 'stopped'])
      .orderBy('created_at')
      .selectAll()
      .execute();
    const lists: Work[][] = [];
    for (const sweep of sweeps) {
      const running = sweep.state === 'running';
      // What a stop of the console left open is found out even where the sweep was stopped.
      const list = await itemsOf(sweep, 'sending');
      if (running) list.push(...(await itemsOf(sweep, 'waiting')));
      if (running && list.length === 0 && (await finishSweep(db, sweep, clock.now()))) {
        parts.onChange();
      }
      lists.push(list);
    }
    // Sweeps take turns: one of thousands does not hold up a small one.
    for (let turn = 0; lists.some((list) => turn < list.length); turn += 1) {
      for (const list of lists) {
        const work = list[turn];
        if (work !== undefined && !loop.isStopped() && underWay.size < MAX_UNDER_WAY) start(work);
      }
    }
    return IDLE_MS;
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => resumeAt - clock.now(),
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake: () => {
      loop.wake();
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.allSettled(underWay);
    },
  };
}
