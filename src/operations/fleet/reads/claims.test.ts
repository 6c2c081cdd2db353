import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextTurn, postgresUrl } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { fakeFleetService } from '../testing/fake-fleet-service.ts';
import { storeFleetRead } from '../testing/fleet-rows.ts';
import { claimDue, releaseClaims } from './due.ts';
import { RANK } from './rank.ts';
import { createFleetReads } from './scheduler.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const ALL = { now: NOW, limit: 64, ranks: [RANK.asked, RANK.policy] };
const IDS = Array.from({ length: 40 }, () => randomUUID()).toSorted();

let db: Kysely<Store>;
/** The store of another process. */
let elsewhere: Kysely<Store>;
beforeEach(async () => {
  const url = await postgresUrl();
  [db, elsewhere] = await Promise.all([openStore(url), openStore(url)]);
  const entities = IDS.map((id) => ({ id, name: id, type: 'EV', brand: null }));
  await importDirectory(db, { collectives: [], entities }, 'import', NOW);
});
afterEach(() => Promise.all([db.destroy(), elsewhere.destroy()]));

test('two processes that claim at once never get the same read', async () => {
  for (const id of IDS) await storeFleetRead(db, id, 'features', NOW, { due_at: NOW });
  const both = await Promise.all([
    claimDue(db, { ...ALL, limit: 30 }),
    claimDue(elsewhere, { ...ALL, limit: 30 }),
  ]);
  const ids = both.flat().map((read) => read.entity_id);
  expect(ids.length).toBeGreaterThanOrEqual(30);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the claims of a process end by themselves, and another that starts leaves them alone', async () => {
  for (const id of IDS) await storeFleetRead(db, id, 'features', NOW, { due_at: NOW });
  const [first, ...others] = await claimDue(db, ALL);
  if (first === undefined) throw new Error('nothing was claimed');
  await releaseClaims(elsewhere, []);
  expect(await claimDue(elsewhere, ALL)).toEqual([]);
  await releaseClaims(db, [first]);
  expect((await claimDue(elsewhere, ALL)).map((read) => read.entity_id)).toEqual([first.entity_id]);
  // The first process was killed.
  const later = { ...ALL, now: NOW + 5 * 60_000 };
  expect(await claimDue(elsewhere, later)).toHaveLength(others.length + 1);
});

test('two processes do each due read once', async () => {
  const clock = manualClock(NOW);
  const service = fakeFleetService();
  const errors: unknown[] = [];
  const start = (store: Kysely<Store>) =>
    createFleetReads({
      db: store,
      clock,
      upstream: service,
      budget: createRequestBudget(100, clock).limiter('fleet'),
      breaker: createOutageBreaker(clock),
      policy: FLEET_POLICY,
      isWritable: () => true,
      hasRoom: () => true,
      atOnce: 8,
      onStored: () => {},
      onError: (error) => errors.push(error),
    });
  const both = [start(db), start(elsewhere)];
  for (const each of both) each.wake();
  const asked = (what: string) => service.asked.filter((each) => each.what === what);
  await expect
    .poll(
      async () => {
        clock.advance(Math.min(100, clock.next() ?? 100));
        await nextTurn();
        return asked('locations').length;
      },
      { interval: 5, timeout: 20_000 },
    )
    .toBe(IDS.length);
  await Promise.all(both.map((each) => each.stop()));
  for (const what of ['locations', 'commands']) {
    const ids = asked(what).map(({ entityId }) => entityId);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(errors).toEqual([]);
});
