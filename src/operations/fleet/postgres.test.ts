import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FLEET_POLICY } from '../../domain/fleet-policy.ts';
import { REAL_CLOCK } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { importDirectory } from '../directory/import.ts';
import { listEntities } from '../directory/list.ts';
import { somebodyWaits } from '../directory/testing/two-processes.ts';
import { createOutageBreaker } from '../jobs/outage-and-rate-limit.ts';
import { createRequestBudget } from '../jobs/request-budget.ts';
import { postgresDialect } from '../../store/dialect/postgres.ts';
import { postgresStore, postgresUrl } from '../../store/testing/postgres-store.ts';
import { readFleetFailures } from './fleet-failures.ts';
import { readFleetStatus } from './fleet-status.ts';
import { findProbe } from './reads/due.ts';
import { followPolicy } from './reads/follow-policy.ts';
import { createFleetReads, type FleetReads } from './reads/scheduler.ts';
import { storeSessions } from './reads/store-sessions.ts';
import { createFleetWriter } from './reads/writer.ts';
import { RANK } from './reads/read-records.ts';
import { refreshFleet } from './refresh-fleet.ts';
import { fakeFleetService, turnedAway } from './testing/fake-fleet-service.ts';
import { chargeSession, storeFleetRead } from './testing/fleet-rows.ts';

const DAY_MS = 86_400_000;
const IDS = Array.from({ length: 4 }, () => randomUUID()).toSorted();
const [AWAY = ''] = IDS;

let db: Kysely<Store>;
let reads: FleetReads;
const errors: unknown[] = [];
const onError = (error: unknown) => errors.push(error);
beforeAll(async () => {
  db = await postgresStore();
  const service = fakeFleetService();
  const entities = IDS.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV', brand: null }));
  const collective = { id: randomUUID(), name: 'Depot', type: 'Fleet', owner: null, entities: IDS };
  await importDirectory(db, { collectives: [collective], entities }, 'import', Date.now());
  service.lists.set(`members ${collective.id}`, [{ id: randomUUID(), name: 'Ada' }]);
  for (const id of IDS) {
    service.entities.set(id, {
      locations: [{ id: randomUUID(), label: 'Depot', latitude: 52, longitude: 5 }],
      sessions: [chargeSession({ startMs: Date.now() - 2 * DAY_MS, energy: 10 })],
    });
  }
  service.fault = (id) => (id === AWAY ? turnedAway(404, 'No such Entity.') : null);
  reads = createFleetReads({
    db,
    clock: REAL_CLOCK,
    upstream: service,
    budget: createRequestBudget(500, REAL_CLOCK).limiter('fleet'),
    breaker: createOutageBreaker(REAL_CLOCK),
    policy: FLEET_POLICY,
    isWritable: () => true,
    hasRoom: () => true,
    atOnce: 8,
    writer: createFleetWriter({ db, clock: REAL_CLOCK, policy: FLEET_POLICY, onStored: () => {} }),
    onError,
  });
  reads.wake();
}, 60_000);
afterAll(async () => {
  await reads.stop();
  await db.destroy();
  if (errors.length > 0) throw new AggregateError(errors, 'reads failed in the background');
});

const status = () =>
  readFleetStatus(
    { reader: db, reads, policy: FLEET_POLICY, agesBy: FLEET_POLICY, requestsPerSecond: 500 },
    {},
    Date.now(),
  );

test('keeps the fleet in PostgreSQL as in SQLite', async () => {
  const counts = async () =>
    (await status()).resources.map(({ fresh, failed }) => `${fresh} ${failed}`).join();
  // The last three are Members of the Collective, and deployment resources.
  const read = '3 1,3 1,3 1,3 1,3 1,3 0,1 0,1 0,1 0';
  await expect.poll(counts, { timeout: 30_000 }).toBe(read);
  const { failures, total } = await readFleetFailures(db, { resource: 'sessions' }, Date.now());
  expect([total, failures[0]?.message]).toEqual([1, 'No such Entity.']);
  const resources = ['locations' as const, 'sessions' as const];
  const choice = { entityIds: null, collectiveId: null, resources, only: 'failed' as const };
  expect(await refreshFleet(db, FLEET_POLICY, choice, Date.now())).toBe(2);
});

test('lists show the fleet from PostgreSQL', async () => {
  const { entities } = await listEntities(db, { sort: 'energy' }, Date.now(), FLEET_POLICY);
  const energies = entities.map(({ facts }) => facts?.energy?.value ?? null);
  expect(energies).toEqual([10, 10, 10, null]);
});

test('a new policy changes what is due in PostgreSQL, and a probe takes other resources', async () => {
  await reads.stop();
  await followPolicy(db, { ...FLEET_POLICY, commands: 1 });
  const now = Date.now() + 1000;
  const commands = db.selectFrom('fleet_reads').where('resource', '=', 'commands');
  const due = commands.where('message', 'is', null).where('due_at', '<=', now);
  expect(await due.select('entity_id').execute()).toHaveLength(IDS.length - 1);
  const ranks = [RANK.policy];
  const probe = await findProbe(db, { now, ranks, taken: new Map(), but: ['locations'] });
  expect(probe).toMatchObject({ resource: 'commands' });
});

test('of two processes that store sessions of one Entity, the second counts those of the first too', async () => {
  const van = randomUUID();
  const url = await postgresUrl();
  const process = () => new Kysely<Store>({ dialect: postgresDialect(url) });
  const [one, other] = [process(), process()] as const;
  await storeFleetRead(one, van, 'sessions', Date.now());
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS + DAY_MS / 2;
  const store = (trx: Kysely<Store>, startMs: number) => {
    const row = chargeSession({ startMs, energy: 1, hours: 0.5 });
    const rows = [{ row, told: row, again: 0, differs: false }];
    return storeSessions(trx, van, rows, null, { askedAt: Date.now(), now: Date.now() });
  };
  let second: Promise<unknown> = Promise.resolve();
  await one.transaction().execute(async (trx) => {
    await store(trx, noon);
    second = other.transaction().execute((beside) => store(beside, noon + 3_600_000));
    await somebodyWaits(trx);
  });
  await second;
  const days = one.selectFrom('session_days').where('entity_id', '=', van);
  const day = days.where('day', '=', Math.floor(noon / DAY_MS)).select(['sessions', 'energy']);
  expect(await day.execute()).toEqual([{ sessions: 2, energy: 2_000_000 }]);
  await Promise.all([one.destroy(), other.destroy()]);
});
