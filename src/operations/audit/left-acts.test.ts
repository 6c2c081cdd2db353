import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { createAudit, type Audit } from './audit.ts';
import { readAudit } from './audit-routes.ts';
import type { AuditEntry } from './chain.ts';
import { storeBatch } from '../dispatch/testing/stored-batch.ts';
import { closeLeftActs } from './left-acts.ts';

const act = (requestId: string | null, change: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'report',
  outcome: 'begun',
  operator: { id: 'o1', name: 'Ada' },
  sessionHash: 's',
  address: '::1',
  requestId,
  target: 'report 7',
  body: { name: 'May' },
  upstreamStatus: null,
  dispatchId: null,
  ...change,
});

let db: Kysely<Store>;
let audit: Audit;
beforeEach(async () => {
  db = await memoryStore();
  audit = createAudit({
    db,
    clock: manualClock(),
    onError: (error) => {
      throw error;
    },
  });
});

/** A stored dispatch with an outcome. */
const storedIntent = async (outcome: string) => {
  const id = await storeBatch(db, { commands: null }, 0);
  await db
    .updateTable('intents')
    .where('id', '=', id)
    .set({ outcome, upstream_status: 201 })
    .execute();
  return id;
};

const unknown = async () =>
  (await readAudit(db, {}, 0)).rows.filter(({ outcome }) => outcome === 'unknown');
const unknownIds = async () => new Set((await unknown()).map(({ requestId }) => requestId));

test('an act that a stopped process began and did not end is unknown, once', async () => {
  await audit.record(act('ended'), act('left'), act('ended', { outcome: 'done' }));
  await closeLeftActs(db, audit);
  expect(await unknown()).toMatchObject([
    { action: 'report', requestId: 'left', operatorName: 'Ada', target: 'report 7' },
  ]);
  await closeLeftActs(db, audit);
  expect(await unknown()).toHaveLength(1);
  await audit.record(act('later'));
  await closeLeftActs(db, audit);
  expect(await unknownIds()).toEqual(new Set(['later', 'left']));
});

test.each(['accepted', 'refused', 'unknown'])(
  'a dispatch whose row with the outcome %s alone was lost gets it once, from its intent',
  async (outcome) => {
    const id = await storedIntent(outcome);
    const begun = act('lost', { action: 'dispatch', dispatchId: id });
    await audit.record(begun);
    await closeLeftActs(db, audit);
    await closeLeftActs(db, audit);
    const { rows } = await readAudit(db, {}, 0);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ action: 'dispatch', requestId: 'lost', outcome });
    expect(rows[0]).toMatchObject({ dispatchId: id, upstreamStatus: 201 });
  },
);

test('a dispatch without an outcome is closed with its intent; overrides and commands of the machine have none', async () => {
  await audit.record(
    act('a', { action: 'dispatch', dispatchId: await storedIntent('sending') }),
    act('a', { action: 'guard-overridden' }),
    act('a', { action: 'cooldown-overridden' }),
    act(null, { action: 'password-reset' }),
  );
  await closeLeftActs(db, audit);
  expect(await unknown()).toEqual([]);
});

test('a long log is looked through to its end', async () => {
  await audit.record(act('first'));
  for (let at = 0; at < 12; at += 1) {
    const rows = Array.from({ length: 100 }, (_, row) => act(`${at} ${row}`));
    await audit.record(...rows, ...rows.map((row) => ({ ...row, outcome: 'done' })));
  }
  await audit.record(act('last'));
  await closeLeftActs(db, audit);
  expect(await unknownIds()).toEqual(new Set(['first', 'last']));
});
