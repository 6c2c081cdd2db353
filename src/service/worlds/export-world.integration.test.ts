import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { EndpointName } from '../../contract/endpoints.ts';
import { type ServiceUnderTest, IDS, serviceUnderTest } from '../test-support.ts';
import { storeFile } from '../start-service.ts';
import { exportToFile } from './export-world.ts';
import { parseWorld } from './resolve.ts';

const running: ServiceUnderTest[] = [];
afterEach(async () => {
  for (const sut of running.splice(0)) await sut.close();
});

async function started(...args: Parameters<typeof serviceUnderTest>): Promise<ServiceUnderTest> {
  const sut = await serviceUnderTest(...args);
  running.push(sut);
  return sut;
}

const LISTS = [
  'listCommands',
  'listChargeSessions',
  'listLocations',
  'listFeatures',
  'getBatteryCapacity',
] as const satisfies readonly EndpointName[];

/** The answers of a service about the whole test world. */
async function answers(sut: ServiceUnderTest) {
  const seen: unknown[] = [sut.service.directory()];
  const ids = ['prompt', 'offline', 'battery', 'plant', 'slow', 'lent', 'foreign'];
  for (const entityId of ids.map(IDS.entity)) {
    for (const name of LISTS) {
      const { status, body } = await sut.call(name, { params: { entityId } });
      seen.push(
        status,
        typeof body === 'object' && body !== null && 'data' in body ? body.data : body,
      );
    }
  }
  for (const collectiveId of [IDS.fleet, IDS.lent, IDS.empty]) {
    seen.push((await sut.call('listMembers', { params: { collectiveId } })).body.data);
  }
  seen.push((await sut.call('listOffboardingRequests')).body.data);
  return seen;
}

test('an exported state answers like the original service', async () => {
  const sut = await started();
  await sut.call('setBatteryCapacity', {
    params: { entityId: IDS.entity('prompt') },
    body: { batteryCapacity: 61.5 },
  });
  await sut.call('createOffboardingRequest', { body: { entityId: IDS.entity('plant') } });
  await sut.call('sendCommand', {
    params: { collectiveId: IDS.fleet },
    body: { type: 'StopCharging', value: null },
  });
  sut.pass(20 * 60_000);
  await sut.call('listFeatures', { params: { entityId: IDS.entity('plant') } });
  await sut.restart();
  const file = path.join(sut.dataDir, 'exported.json');
  await exportToFile(storeFile(sut.config), file);
  const copy = await started(JSON.parse(readFileSync(file, 'utf8')));
  const expected = await answers(sut);
  expect(await answers(copy)).toEqual(expected);
  expect(JSON.stringify(expected)).toContain('Device offline');
  expect(expected).toContain(404);
});

test('the control listener streams the same while the service continues', async () => {
  const sut = await started('fleet-1k', { controlPort: 0 });
  const answer = await fetch(`${sut.service.controlUrl ?? ''}/world`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const [collective] = sut.service.directory().collectives;
  const during = await sut.call('sendCommand', {
    params: { collectiveId: collective?.id ?? '' },
    body: { type: 'StopCharging', value: null },
  });
  expect(during.status).toBe(201);
  const world = parseWorld(await answer.text(), 'exported');
  expect([world.entities.length, world.chargeSessions.length]).toEqual([1_000, 10_000]);
  expect(world.commands.every(({ status }) => status !== 'Pending')).toBe(true);
});

test('a world that was never started has no state', async () => {
  const sut = await started();
  const file = storeFile({ ...sut.config, seed: 99 });
  await expect(exportToFile(file, path.join(sut.dataDir, 'x.json'))).rejects.toThrow(
    'There is nothing to export',
  );
});

test('an exported living world keeps living when loaded', async () => {
  const sut = await started('demo');
  const file = path.join(sut.dataDir, 'demo.json');
  await exportToFile(storeFile(sut.config), file);
  const copy = await started(file);
  const fleet = copy.service.directory().collectives.find(({ type }) => type === 'Fleet');
  const params = { entityId: fleet?.entities[0] ?? '' };
  const count = async () =>
    (await copy.call('listChargeSessions', { params, query: { pageSize: 1000 } })).body.data.length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  copy.pass(10 * 24 * 3_600_000);
  expect(await count()).toBeGreaterThan(before);
});
