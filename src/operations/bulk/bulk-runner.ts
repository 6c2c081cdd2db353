import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import { BulkChange, type BulkValue } from '../../contract/console/bulk.ts';
import { z } from '../../contract/zod.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import { OUTAGE_PAUSE_MS, isOutage, wordsOfReadError } from '../dispatch/track/tracker.ts';
import { fromJson } from '../../store/json.ts';
import type { BulkItemRow, BulkRunRow, Store } from '../../store/schema/schema.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import { finishRun, markSending, markWaiting, settleItem, type ItemEnd } from './bulk-store.ts';
import { readValue, sendValue, valueWords, type Found } from './value.ts';

/** Entities that are being changed at the same time. */
const MAX_UNDER_WAY = 8;
/** How long nothing is looked up while nothing runs; a new run wakes the runner. */
const IDLE_MS = 60_000;
/** Reads of a value that fail before its Entity is skipped. */
const READ_TRIES = 3;

const Wanted = z.union([z.boolean(), z.number()]);

/** Why nothing is sent, and until when, in milliseconds since the epoch. */
export interface Pause {
  until: number;
  words: string;
}

/** Makes the changes of running runs, one request for each Entity. */
export interface BulkRunner {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Whether it waits for the Service at the moment. */
  pause(): Pause | null;
  /** Stops when the requests that are out are answered and stored. */
  stop(): Promise<void>;
}

/** What the runner works with. */
export interface BulkRunnerParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  /** Told when the runner itself failed; it goes on. */
  onError(error: unknown): void;
}

interface Work {
  run: BulkRunRow;
  item: BulkItemRow;
  change: BulkChange;
  wanted: BulkValue;
}

const STOPPED = 'The console stopped before the answer was stored.';

const keyOf = ({ item }: Work) => `${item.run_id}/${item.position}`;

/** Whether a failure says that the Service as a whole, or the console's access to it, is away. */
function mustPause(error: unknown): error is UpstreamFault {
  return isOutage(error) || (error instanceof UpstreamFault && error.kind === 'auth');
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamFault && error.kind === 'refused';
}

/** Creates the runner; `wake` starts it. It takes up what is in the store, also after a restart. */
export function createBulkRunner(parts: BulkRunnerParts): BulkRunner {
  const { db, clock, budget, upstream } = parts;
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  /** Why items are in doubt that could not be read yet; after a restart that is all one. */
  const doubts = new Map<string, string>();
  const failedReads = new Map<string, number>();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  let pause: Pause = { until: 0, words: '' };

  const pauseFor = (error: UpstreamFault) => {
    const until = clock.now() + Math.max(OUTAGE_PAUSE_MS, (error.retryAfterS ?? 0) * 1000);
    if (until > pause.until) pause = { until, words: wordsOfReadError(error) };
  };
  const isPaused = () => clock.now() < pause.until;

  const settle = async (work: Work, end: ItemEnd) => {
    await settleItem(db, work.item, end, clock.now());
    doubts.delete(keyOf(work));
    failedReads.delete(keyOf(work));
  };

  /** A read in the lane; null where others found the Service away meanwhile. */
  const read = ({ change, item }: Work): Promise<Found | null> =>
    budget.run(async () => {
      if (loop.isStopped() || isPaused()) return null;
      return readValue(upstream, change, item.entity_id, abort.signal);
    }, abort.signal);

  /**
   * Takes note of a read that failed.
   * @returns its words once it is given up, or null: the item stays as it is and is read again
   */
  const givenUp = (work: Work, error: unknown): string | null => {
    if (mustPause(error)) {
      pauseFor(error);
      return null;
    }
    const tries = (failedReads.get(keyOf(work)) ?? 0) + 1;
    failedReads.set(keyOf(work), tries);
    return isRefusal(error) || tries >= READ_TRIES ? wordsOfReadError(error) : null;
  };

  /** Finds out by reading alone what became of an item whose answer left a doubt. */
  const settleByReading = async (work: Work) => {
    const doubt = doubts.get(keyOf(work)) ?? STOPPED;
    let found: Found | null;
    try {
      found = await read(work);
    } catch (error) {
      if (loop.isStopped()) return;
      const words = givenUp(work, error);
      if (words === null) return;
      await settle(work, {
        state: 'unknown',
        words: `${doubt} Its value could not be read afterwards: ${words}`,
      });
      return;
    }
    if (found === null) return;
    if ('missing' in found) {
      await settle(work, { state: 'unknown', words: `${doubt} ${found.missing}` });
      return;
    }
    const after = { value: found.value, at: clock.now() };
    const seen = `Read afterwards: ${valueWords(found.value)}.`;
    const state = found.value === work.wanted ? 'done' : 'unknown';
    await settle(work, { state, words: `${doubt} ${seen}`, after });
  };

  /** What an Entity has before it is changed; null where the item is settled, or waits for another try. */
  const readBefore = async (work: Work): Promise<{ value: BulkValue; at: number } | null> => {
    let found: Found | null;
    try {
      found = await read(work);
    } catch (error) {
      if (loop.isStopped()) return null;
      const words = givenUp(work, error);
      if (words === null) return null;
      await settle(
        work,
        isRefusal(error)
          ? { state: 'refused', words: `${words} (when it was read; nothing was sent)` }
          : { state: 'skipped', words: `Its value could not be read: ${words} Nothing was sent.` },
      );
      return null;
    }
    if (found === null) return null;
    if ('missing' in found) {
      await settle(work, { state: 'skipped', words: `${found.missing} Nothing was sent.` });
      return null;
    }
    const before = { value: found.value, at: clock.now() };
    if (found.value !== work.wanted) return before;
    await settle(work, { state: 'unchanged', words: null, before });
    return null;
  };

  const change = async (work: Work) => {
    const before = await readBefore(work);
    if (before === null) return;
    const sending = { marked: false };
    try {
      const answered = await budget.run(async () => {
        if (loop.isStopped() || isPaused()) return null;
        sending.marked = await markSending(db, work.item, before, clock.now());
        if (!sending.marked) return null;
        return sendValue(upstream, work.change, work.item.entity_id, work.wanted);
      }, abort.signal);
      if (answered === null) return;
      if ('value' in answered && answered.value === work.wanted) {
        await settle(work, { state: 'done', words: null });
        return;
      }
      const words = 'missing' in answered ? answered.missing : valueWords(answered.value);
      doubts.set(
        keyOf(work),
        `The Service took the change and answered: ${words.replace(/\.$/, '')}.`,
      );
    } catch (error) {
      if (!sending.marked) throw error;
      if (mustPause(error)) pauseFor(error);
      const effect = error instanceof UpstreamFault ? error.effect : 'unknown';
      if (effect === 'not-sent') {
        await markWaiting(db, work.item);
        return;
      }
      const words = wordsOfReadError(error);
      if (effect === 'rejected') {
        await settle(work, { state: 'refused', words });
        return;
      }
      doubts.set(keyOf(work), words);
    }
    await settleByReading(work);
  };

  const run = async (work: Work) => {
    try {
      if (work.item.state === 'waiting') await change(work);
      else await settleByReading(work);
    } catch (error) {
      if (loop.isStopped()) return;
      const until = clock.now() + OUTAGE_PAUSE_MS;
      if (until > pause.until) pause = { until, words: 'The console’s own records failed.' };
      parts.onError(error);
    }
  };

  const itemsOf = async (row: BulkRunRow, state: 'sending' | 'waiting'): Promise<Work[]> => {
    const items = await db
      .selectFrom('bulk_items')
      .where('run_id', '=', row.id)
      .where('state', '=', state)
      .orderBy('position')
      .limit(MAX_UNDER_WAY + busy.size)
      .selectAll()
      .execute();
    const what = fromJson(BulkChange, row.change);
    return items
      .map((item) => ({ run: row, item, change: what, wanted: fromJson(Wanted, item.wanted) }))
      .filter((work) => !busy.has(keyOf(work)));
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
    if (isPaused()) return pause.until - clock.now();
    const runs = await db
      .selectFrom('bulk_runs')
      .where('state', 'in', ['running', 'stopped'])
      .orderBy('created_at')
      .selectAll()
      .execute();
    const lists: Work[][] = [];
    for (const row of runs) {
      const running = row.state === 'running';
      // What a stop of the console left open is found out even where the run was stopped.
      const list = await itemsOf(row, 'sending');
      if (running) list.push(...(await itemsOf(row, 'waiting')));
      if (running && list.length === 0) await finishRun(db, row, clock.now());
      lists.push(list);
    }
    // Runs take turns: one of thousands does not hold up a small one.
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
    holdMs: () => pause.until - clock.now(),
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake: () => {
      loop.wake();
    },
    pause: () => (isPaused() ? pause : null),
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.allSettled(underWay);
    },
  };
}
