import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../contract/queries.ts';
import {
  IDS,
  TEST_START_MS,
  type ServiceUnderTest,
  serviceUnderTest,
} from '../service/test-support.ts';
import { type Check, section, specification } from './check.ts';
import type { Targets } from './fixtures.ts';
import { makeClient } from './client.ts';
import { conform } from './run.ts';
import { runSuite } from './suite.ts';
import { type Lies, type Served, relay } from './testing/relay.ts';
import { makeUndo } from './undo/undo.ts';
import { makeFixtures } from './fixtures.ts';

let sut: ServiceUnderTest;
const serving: Served[] = [];
let nowMs = TEST_START_MS;
const now = () => nowMs;
const wait = (ms: number) => {
  nowMs += ms;
  sut.pass(ms);
  return Promise.resolve();
};

beforeEach(async () => {
  nowMs = TEST_START_MS;
  sut = await serviceUnderTest();
});
afterEach(async () => {
  await sut.close();
});
afterAll(() => {
  for (const { close } of serving) close();
});

const ENTITIES = [IDS.entity('prompt'), IDS.entity('lent'), IDS.entity('battery')];
const TARGETS: Targets = {
  entityIds: ENTITIES,
  collectiveId: IDS.fleet,
  incompatibleEntityId: null,
  foreignEntityId: null,
  foreignCollectiveId: null,
  offboardEntityId: IDS.entity('battery'),
  offboardForGood: false,
  removeMemberId: null,
  deleteLocation: null,
};

async function accessTo(lies: Lies) {
  const deployment = await relay(sut, lies);
  serving.push(deployment);
  return {
    baseUrl: deployment.origin,
    authUrl: `${deployment.origin}/token`,
    ...sut.service.credentials,
    scope: 'esp',
    dialect: DEFAULT_DIALECT,
  };
}

const WRITE = { write: true, allowSend: false, embedded: false };

async function run(lies: Lies, stop?: AbortSignal) {
  const access = await accessTo(lies);
  return conform({ access, now, wait, stop }, WRITE, () => Promise.resolve(TARGETS));
}

/** Everything that the suite can change, as stored by the service. */
async function stateOf() {
  const entities = [];
  for (const entityId of ENTITIES) {
    const params = { entityId };
    const features = await sut.call('listFeatures', { params });
    const capacity = await sut.call('getBatteryCapacity', { params });
    const query = { start: new Date(TEST_START_MS).toISOString(), pageSize: 1000 };
    const { body } = await sut.call('listCommands', { params, query });
    const pending = body.data.filter(({ status }) => status === 'Pending');
    entities.push({ features: features.body, capacity: capacity.body, pending });
  }
  const requests = await sut.call('listOffboardingRequests');
  const open = requests.body.data.filter(({ status }) => status === 'Pending');
  return { entities, open };
}

const afterwards = 'what the suite made is canceled, and what it changed is set back';

test('without permission to send, nothing is sent, and nothing has changed', async () => {
  const before = await stateOf();
  const sent: string[] = [];
  const found = await run({
    asked: ({ method, url, body }) => {
      if (method === 'POST' && url.pathname === `/v1/collectives/${IDS.fleet}/commands`) {
        sent.push(body);
      }
    },
  });
  expect(sent).toEqual([]);
  expect(found.filter(({ detail }) => detail?.startsWith('needs --allow-send')).length).toBe(6);
  expect(found.find(({ name }) => name === afterwards)?.outcome).toBe('holds');
  expect(await stateOf()).toEqual(before);
});

test('a deployment that accepts invalid changes is restored', async () => {
  const before = await stateOf();
  let taken = 0;
  const found = await run({
    asked: (exchange) => {
      const { method, url, body } = exchange;
      // An invalid capacity is stored as another one, and a change without a flag toggles the feature.
      if (method === 'PUT' && /-5|1e\+?12|1000000000000|"50"|null|\{\}/.test(body)) {
        exchange.body = '{"batteryCapacity":7}';
        taken += 1;
      }
      if (
        method === 'PATCH' &&
        url.pathname.endsWith('/features') &&
        !body.includes('"enabled":')
      ) {
        exchange.body = '{"feature":"CaptureChargeSessions","enabled":false}';
        taken += 1;
      }
    },
  });
  expect(taken).toBeGreaterThan(3);
  expect(found.find(({ name }) => name === afterwards)?.outcome).toBe('holds');
  expect(await stateOf()).toEqual(before);
});

test.each<[string, Lies['answered']]>([
  [
    'whose answers are lost',
    ({ method, url }, reply) =>
      method === 'POST' && /schedule$|offboarding\/entities$/.test(url.pathname) ? null : reply,
  ],
  [
    'whose answers have no list',
    ({ url }, reply) => ({
      ...reply,
      text: url.pathname.endsWith('/schedule')
        ? reply.text.replace(/"commands":\[.*\]/, '"commands":null')
        : reply.text,
    }),
  ],
])('Commands and Requests %s are found and canceled', async (_, answered) => {
  const before = await stateOf();
  const made: string[] = [];
  const found = await run({
    asked: ({ method, url }) => {
      if (method === 'POST') made.push(url.pathname);
    },
    answered: answered ?? ((_exchange, reply) => reply),
  });
  expect(made.filter((path) => path.includes(IDS.fleet)).length).toBeGreaterThan(0);
  expect(found.find(({ name }) => name === afterwards)?.outcome).toBe('holds');
  expect(await stateOf()).toEqual(before);
  const query = { start: new Date(nowMs).toISOString(), pageSize: 1000 };
  const params = { entityId: IDS.entity('prompt') };
  const { body } = await sut.call('listCommands', { params, query });
  expect(new Set(body.data.map(({ status }) => status))).toEqual(new Set(['Canceled']));
});

test('after an interruption everything is reverted, and nothing more is tried', async () => {
  const before = await stateOf();
  const stop = new AbortController();
  const after: string[] = [];
  const found = await run(
    {
      answered: ({ method, url }, reply) => {
        const path = `${method} ${url.pathname}`;
        if (stop.signal.aborted) after.push(path);
        if (path.endsWith(`${IDS.fleet}/commands/schedule`)) stop.abort();
        return reply;
      },
    },
    stop.signal,
  );
  expect(stop.signal.aborted).toBe(true);
  expect(after.filter((path) => path.startsWith('POST'))).toEqual([]);
  expect(after.filter((path) => path.startsWith('PATCH')).length).toBeGreaterThan(0);
  expect(found.at(-1)).toMatchObject({ name: afterwards, outcome: 'holds' });
  expect(await stateOf()).toEqual(before);
});

test('if a check itself fails, everything is reverted, and its message holds no secret', async () => {
  const before = await stateOf();
  const access = await accessTo({});
  const raw = makeClient(access, now, wait);
  const undo = makeUndo({ raw, targets: TARGETS, now, wait, stopped: () => false });
  const { client } = undo;
  const fixtures = makeFixtures(client, TARGETS);
  const params = { entityId: IDS.entity('prompt') };
  const checks: readonly Check[] = section('Test', 'a capacity', [
    specification('a check with a bug', 'none', async () => {
      const { batteryCapacity } = await client.read('getBatteryCapacity', { params });
      const body = { batteryCapacity: (batteryCapacity ?? 0) + 1 };
      await client.read('setBatteryCapacity', { params, body });
      throw new TypeError(`a bug with ${await client.token()}`);
    }),
  ]);
  const trial = { client, targets: TARGETS, fixtures, now, wait, undo };
  await expect(runSuite(trial, WRITE, checks)).rejects.toThrow('a bug with [secret]');
  expect(await stateOf()).toEqual(before);
});

test('failed reverts are listed, each with its reason', async () => {
  const errors = '{"errors":[{"code":null,"description":null,"message":"not today"}]}';
  const refused = new WeakSet<object>();
  const found = await run({
    asked: (exchange) => {
      const { method, url } = exchange;
      if (method !== 'PATCH' || !/\/commands\/[^/]+$/.test(url.pathname)) return;
      refused.add(exchange);
      exchange.method = 'GET';
    },
    answered: (exchange, reply) =>
      refused.has(exchange) ? { ...reply, status: 409, text: errors } : reply,
  });
  const last = found.find(({ name }) => name === afterwards);
  expect(last?.outcome).toBe('differs');
  expect(last?.detail).toMatch(/^still there: Command \S+ of Entity \S+: .*not today/);
  // Once canceling is known to fail, no more Commands are made.
  const { entities } = await stateOf();
  const pending = entities.flatMap((entity) => entity.pending);
  expect(new Set(pending.map(({ triggerTime }) => triggerTime)).size).toBe(2);
  expect(
    found.filter(({ detail }) => detail?.startsWith('no Command could be canceled')).length,
  ).toBeGreaterThan(5);
});
