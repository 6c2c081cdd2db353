import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import type { Clock } from '../../../lib/clock.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { openStore } from '../../../store/open-store.ts';
import { createProcesses } from '../../../store/processes.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextTurn, postgresUrl } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { createOutageBreaker } from '../../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../../jobs/request-budget.ts';
import { fakeFleetService } from '../testing/fake-fleet-service.ts';
import { createFleetReads } from './scheduler.ts';
import { createFleetWriter } from './writer.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const IDS = Array.from({ length: 40 }, () => randomUUID()).toSorted();
/** Reads of a process in flight; as many may be answered and not stored yet. */
const AT_ONCE = 4;

let stores: Kysely<Store>[] = [];
beforeEach(async () => {
  const url = await postgresUrl();
  stores = await Promise.all([openStore(url), openStore(url)]);
});
afterEach(() => Promise.all(stores.map((each) => each.destroy())));

test('one of two processes reads, each read once; the other takes over from a killed one', async () => {
  const time = manualClock(NOW);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const start = (db: Kysely<Store>) => {
    // Its lease does not run out while the time of the reads flies.
    const process = createProcesses({ db, clock: manualClock(NOW), isAlone: false, onError });
    const service = fakeFleetService();
    const own = { isKilled: false };
    const mayRun = () => process.leads() && !own.isKilled;
    const clock: Clock = {
      ...time,
      background(ms, run) {
        const look = () => {
          if (mayRun()) run();
          else time.after(100, look);
        };
        return time.after(ms, look);
      },
    };
    const reads = createFleetReads({
      db,
      clock,
      upstream: service,
      budget: createRequestBudget(100, clock).limiter('fleet'),
      breaker: createOutageBreaker(clock),
      policy: FLEET_POLICY,
      isWritable: () => true,
      hasRoom: () => true,
      atOnce: AT_ONCE,
      writer: createFleetWriter({ db, clock, policy: FLEET_POLICY, onStored: () => {} }),
      onError,
    });
    const asked = (what: string) => service.asked.filter((each) => each.what === what);
    return { process, reads, own, asked };
  };
  const [db] = stores;
  const [first, second] = stores.map(start);
  if (db === undefined || first === undefined || second === undefined) throw new Error('no store');
  const entities = IDS.map((id) => ({ id, name: id, type: 'EV', brand: null }));
  await importDirectory(db, { collectives: [], entities }, 'import', NOW);
  await first.process.renew();
  await second.process.renew();
  for (const { reads } of [first, second]) reads.wake();
  const passUntil = async (isOver: () => boolean) => {
    while (!isOver()) {
      time.advance(Math.min(50, time.next() ?? 50));
      await nextTurn();
    }
  };
  await passUntil(() => first.asked('locations').length >= IDS.length / 2);
  await first.process.renew();
  first.own.isKilled = true;
  expect(second.asked('locations')).toEqual([]);
  await second.process.renew();
  expect(second.process.leads()).toBe(false);
  const kept = await db
    .selectFrom('fleet_reads')
    .where('resource', '=', 'locations')
    .where('read_at', '>', 0)
    .select('entity_id')
    .execute();
  await db.updateTable('processes').where('leads', '=', 1).set({ lease_until: 0 }).execute();
  await second.process.renew();
  await passUntil(() => second.asked('commands').length === IDS.length);
  await Promise.all([first, second].map(({ reads }) => reads.stop()));
  const locations = [...first.asked('locations'), ...second.asked('locations')];
  expect(new Set(locations.map(({ entityId }) => entityId)).size).toBe(IDS.length);
  // What the first has stored is not read again.
  const again = second.asked('locations').map(({ entityId }) => entityId);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter(({ entity_id: id }) => again.includes(id))).toEqual([]);
  for (const { asked } of [first, second]) {
    const ids = asked('locations').map(({ entityId }) => entityId);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(errors).toEqual([]);
});
