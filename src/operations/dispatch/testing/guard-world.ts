import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach } from 'vitest';
import { findingKey } from '../../../domain/guard-messages.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import type { Act } from '../../../http/route.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { judge } from '../check/guard.ts';
import { readSituation, type Asked } from '../check/situation.ts';
import { recordIntent } from '../send/ledger.ts';
import { recordOutcome } from '../send/outcome-store.ts';
import { unknownOutcome } from '../send/outcome.ts';
import type { DispatchRequest } from '../send/request.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { aCommand } from './stored-batch.ts';

/** When the directory was imported, in milliseconds since the epoch. */
export const START = Date.UTC(2026, 0, 1, 12);
export const MINUTE = 60_000;
/** The window of the guard, in milliseconds. */
export const WINDOW = 10 * MINUTE;
/** A Collective without known Entities. */
export const EMPTY = '00000000-0000-4000-8000-0000000000ee';
export const ADA = {
  operator: { id: 'o', name: 'Ada', role: 'operator' as const },
  sessionHash: 's',
};

type Item = { type: string; value?: string; at?: number };

/** What an operator submits to the guard; `at` plans an item. */
export function askFor(...items: Item[]): Asked {
  return {
    collectiveId: FLEET,
    kind: items.some(({ at }) => at !== undefined) ? 'schedule' : 'now',
    items: items.map(({ type, value = null, at }) => ({
      type,
      value,
      triggerTime: at === undefined ? null : isoInstant(at),
    })),
  };
}

/** The request to dispatch it. */
export const requestOf = (ask: Asked, more: Partial<DispatchRequest> = {}): DispatchRequest => ({
  dispatchId: randomUUID(),
  ...ask,
  planned: ask.items.map(() => null),
  ignoreCooldown: false,
  reason: null,
  override: null,
  previousId: null,
  bodyHash: 'h',
  ...more,
});

export const STOP = askFor({ type: 'StopCharging' });
export const CHARGE = askFor({ type: 'StartCharging' });

/** An act that is not in the audit log. */
export const actIn = (db: () => Kysely<Store>): Act => ({
  done: (work) => inTransaction(db(), work),
  begin: (work) => inTransaction(db(), work),
  end: (_end, work) => inTransaction(db(), work),
  async repeated() {},
});

/** Gives each test of a file a store with the small directory, and functions to dispatch there. */
export function guardOfEachTest() {
  let db: Kysely<Store>;

  beforeEach(async () => {
    db = await smallStore(START);
  });

  /** Stores a dispatch, whatever the guard finds. */
  async function sent(ask: Asked, at: number): Promise<DispatchRequest> {
    const { digest } = await report(ask, at, 0);
    const request = requestOf(ask, { override: digest });
    await recordIntent(db, request, ADA, { now: at, guardWindowMs: 0 });
    return request;
  }

  async function accepted(ask: Asked, at: number, status = 'Pending'): Promise<string> {
    const request = await sent(ask, at);
    const commands = CARS.flatMap((entityId) =>
      ask.items.map(({ triggerTime, ...item }) =>
        aCommand(randomUUID(), {
          ...item,
          entityId,
          status,
          triggerTime: triggerTime ?? isoInstant(at),
          verification: status === 'Succeeded' ? { status, completedAt: null, error: null } : null,
        }),
      ),
    );
    const batch = { batchId: randomUUID(), commands };
    await recordOutcome(db, request, { outcome: 'accepted', upstreamStatus: 201, batch }, at);
    return request.dispatchId;
  }

  async function unknown(ask: Asked, at: number, verdict: string | null): Promise<string> {
    const request = await sent(ask, at);
    const cause = { status: 502, upstreamStatus: null };
    await recordOutcome(db, request, unknownOutcome(request.dispatchId, 'It broke.', cause), at);
    if (verdict !== null) {
      const done = { state: 'done', started_at: at, finished_at: at, verdict };
      await db
        .insertInto('resolutions')
        .values({ dispatch_id: request.dispatchId, ...done })
        .execute();
    }
    return request.dispatchId;
  }

  async function report(ask: Asked, now: number, windowMs = WINDOW) {
    const at = { now, windowMs };
    return judge(await readSituation(db, ask, at), ask, at);
  }

  const look = async (ask: Asked, now: number, windowMs = WINDOW) =>
    (await report(ask, now, windowMs)).findings.map(findingKey);

  return {
    get db() {
      return db;
    },
    sent,
    accepted,
    unknown,
    report,
    look,
  };
}
