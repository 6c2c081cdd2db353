import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FleetFailures, FleetStatus } from '../../../contract/console/fleet.ts';
import { DEFAULT_DIALECT } from '../../../contract/queries.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { startTestConsole, type TestConsole } from '../../../server/testing/console-harness.ts';
import { parseServiceConfig } from '../../../service/config.ts';
import { startService, type RunningService } from '../../../service/start-service.ts';
import { openReadOnly } from '../../../store/dialect/sqlite.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** Longer than any machine needs for what a test does meanwhile. */
const UNHURRIED_MS = 300_000;
const DAY_MS = 86_400_000;
/** Sessions of one Entity: recent ones, and one in each part of the history. */
const DAYS_AGO = [2, 3, 20, 200, 800];
const FAILURE = 'The gateway of this Entity is away.';

const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ORGANISATION = id(1, 0);
const ENTITIES = Array.from({ length: 200 }, (_, at) => id(3, at));
/** 5 % always fail, 2 % have pages without an end, one gets no answer for long. */
const AWAY = ENTITIES.filter((_, at) => at % 20 === 3);
const ENDLESS = ENTITIES.filter((_, at) => at % 50 === 7);
const SLOW = id(3, 100);
const GOOD = ENTITIES.filter((each) => ![...AWAY, ...ENDLESS, SLOW].includes(each));

const world = (now: number) => ({
  organisations: [{ id: ORGANISATION, name: 'Vans' }],
  collectives: [
    {
      id: id(2, 1),
      name: 'Depot',
      type: 'Fleet',
      owner: null,
      entities: ENTITIES,
      organisationId: ORGANISATION,
    },
  ],
  entities: ENTITIES.map((each, at) => ({
    id: each,
    name: `Van ${at + 1}`,
    type: 'EV',
    brand: 'Volta',
    organisationId: ORGANISATION,
  })),
  chargeSessions: ENTITIES.flatMap((entityId, at) =>
    DAYS_AGO.map((days, which) => ({
      id: id(10 + which, at),
      entityId,
      created: isoInstant(now - (days - 1) * DAY_MS),
      data: {
        start: isoInstant(now - days * DAY_MS),
        end: isoInstant(now - days * DAY_MS + 3_600_000),
        charge: { total: { total: 7, unit: 'kWh' } },
      },
    })),
  ),
});

const RULES = [
  ...AWAY.map((address) => ({
    endpoint: '*',
    kind: 'status',
    status: 503,
    errors: [{ code: 'Gateway', message: FAILURE, description: null }],
    address,
  })),
  ...ENDLESS.map((address) => ({
    endpoint: 'listChargeSessions',
    kind: 'endless-paging',
    address,
  })),
];

let service: RunningService;
let gridhelm: TestConsole;
let cookie: string;
const dataDir = mkdtempSync(path.join(tmpdir(), 'fleet-'));

async function setFaults(rules: readonly object[]): Promise<void> {
  const reply = await fetch(`${service.controlUrl}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  expect(reply.status).toBe(204);
}

beforeAll(async () => {
  const file = path.join(dataDir, 'world.json');
  writeFileSync(file, JSON.stringify(world(Date.now())));
  const parsed = parseServiceConfig({
    DATA_DIR: dataDir,
    SERVICE_PORT: '0',
    SERVICE_CONTROL_PORT: '0',
    SERVICE_WORLD: file,
  });
  if ('problems' in parsed) throw new Error(parsed.problems.join());
  service = await startService(parsed.config);
  await setFaults([...RULES, { endpoint: 'listChargeSessions', kind: 'hold', address: SLOW }]);
  gridhelm = await startTestConsole(service, {
    upstream: {
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      ...service.credentials,
      scope: 'esp',
      dialect: DEFAULT_DIALECT,
      timeoutMs: UNHURRIED_MS,
      maxInFlight: 32,
    },
    seed: { source: `world:${service.worldKey}`, directory: service.directory() },
    config: { dataDir, logLevel: 'warn', requestsPerSecond: 500, fleetPolicy: FLEET_POLICY },
  });
  cookie = await gridhelm.signIn('operator');
}, 60_000);
afterAll(async () => {
  await setFaults([]);
  await gridhelm.running.close();
  await service.close();
});

const ask = async (address: string) =>
  (await gridhelm.page({ path: `/api/console/fleet/${address}` }, cookie)).json();

/** Pauses that were shown meanwhile. */
const paused = new Set<string>();

/** How much is known of each resource. */
async function known() {
  const status = FleetStatus.parse(await ask('status'));
  if (status.paused !== null) paused.add(status.paused.message);
  return Object.fromEntries(
    status.resources.map(({ resource, fresh, failed, never }) => [
      resource,
      [fresh, failed, never],
    ]),
  );
}

/** Entities whose sessions are all in the store. */
async function complete(): Promise<string[]> {
  const store = openReadOnly<Store>(path.join(dataDir, 'console.db'));
  const rows = await store
    .selectFrom('fleet_sessions')
    .where('current', '=', 1)
    .groupBy('entity_id')
    .having(({ fn }) => fn.countAll(), '=', DAYS_AGO.length)
    .orderBy('entity_id')
    .select('entity_id')
    .execute();
  await store.destroy();
  return rows.map((row) => row.entity_id);
}

describe('a Service with Entities that always fail', () => {
  test('finishes reading all others while one gets no answer', async () => {
    await expect.poll(known, { timeout: UNHURRIED_MS, interval: 200 }).toEqual({
      locations: [190, 10, 0],
      commands: [190, 10, 0],
      features: [190, 10, 0],
      capacity: [190, 10, 0],
      sessions: [185, 14, 1],
      history: [185, 0, 15],
      members: [1, 0, 0],
      offboarding: [1, 0, 0],
      types: [1, 0, 0],
    });
    await expect.poll(complete, { timeout: UNHURRIED_MS }).toEqual(GOOD);
  });

  test('names the failing ones with the Service’s message', async () => {
    const { failures, total } = FleetFailures.parse(await ask('failures?limit=500'));
    expect(total).toBe(failures.length);
    const messagesOf = (resource: string) =>
      new Map(
        failures
          .filter((failure) => failure.resource === resource)
          .map(({ id: entityId, message }) => [entityId, message]),
      );
    expect(messagesOf('features')).toEqual(new Map(AWAY.map((each) => [each, FAILURE])));
    const endless = expect.stringContaining('without an end');
    const expected = new Map([
      ...AWAY.map((each) => [each, FAILURE] as const),
      ...ENDLESS.map((each) => [each, endless] as const),
    ]);
    expect(messagesOf('sessions')).toEqual(expected);
  });

  test('reads the unanswered one as soon as the Service answers', async () => {
    await setFaults(RULES);
    await expect.poll(complete, { timeout: UNHURRIED_MS }).toEqual([...GOOD, SLOW].toSorted());
    expect((await known())['sessions']).toEqual([186, 14, 0]);
  });

  test('never showed an outage', () => {
    expect([...paused]).toEqual([]);
  });
});
