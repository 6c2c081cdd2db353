import { beforeEach, describe, expect, test } from 'vitest';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { trusted } from '../../lib/trusted.ts';
import type { Store } from '../../store/schema/schema.ts';
import { setCounter } from '../../store/counters.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { actRowsOf, withActRows } from './act-rows.ts';
import { readAudit } from './audit-routes.ts';
import { createAudit, type AddRows } from './audit.ts';
import type { AuditEntry } from './chain.ts';

const ASKED: AuditEntry = {
  action: 'dispatch',
  outcome: 'begun',
  operator: { id: 'ada', name: 'Ada' },
  sessionHash: null,
  address: null,
  requestId: 'r',
  target: 'collective c',
  body: null,
  upstreamStatus: null,
  dispatchId: 'd',
};

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

function setUp() {
  const clock = manualClock();
  const audit = createAudit({ db, clock, onError: (error) => expect.unreachable(String(error)) });
  const request = trusted<FastifyRequest>({});
  const known = withActRows(request, audit, [ASKED], () => ({ ...ASKED, outcome: 'accepted' }));
  const outcomes = async () => {
    await audit.flush();
    return (await readAudit(db, {}, clock.now())).rows.map(({ outcome }) => outcome).toReversed();
  };
  return { rows: actRowsOf(request), known, outcomes };
}

/** Stores something in one transaction with the rows. */
const storing = (add: AddRows) =>
  db.transaction().execute(async (trx) => {
    await setCounter(trx, 'stored', 1);
    await add(trx);
    return 'stored';
  });

describe('rows of an act', () => {
  test('are in the transactions of the act', async () => {
    const { rows, known, outcomes } = setUp();
    expect(await rows.begin(storing)).toBe('stored');
    expect([known.hasBegun(), known.hasEnded()]).toEqual([true, false]);
    await rows.end({ upstreamStatus: 201 }, storing);
    expect([known.hasBegun(), known.hasEnded()]).toEqual([true, true]);
    expect(await outcomes()).toEqual(['begun', 'accepted']);
  });

  test('are rolled back with a transaction that fails after them', async () => {
    const { rows, known, outcomes } = setUp();
    const failing = rows.begin((add) =>
      db.transaction().execute(async (trx) => {
        await add(trx);
        throw new Error('the disk is full');
      }),
    );
    await expect(failing).rejects.toThrow('the disk is full');
    expect(known.hasBegun()).toBe(false);
    expect(await outcomes()).toEqual([]);
  });

  test('do not count as written if the act stored nothing', async () => {
    const { rows, known } = setUp();
    await rows.begin(() => Promise.resolve('there already'));
    expect(known.hasBegun()).toBe(false);
  });

  test('belong to one request', () => {
    expect(() => actRowsOf(trusted<FastifyRequest>({}))).toThrow('writes no rows');
  });
});
