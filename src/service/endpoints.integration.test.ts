import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';
import { ErrorBody } from '../contract/error-body.ts';
import { keysOf } from '../lib/objects.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from './test-support.ts';

const GHOST = '99999999-9999-4999-8999-999999999999';
const prompt = { entityId: IDS.entity('prompt') };
let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(() => sut.close());

/** A path of an endpoint with the same id everywhere. */
function pathOf(name: EndpointName, id: string): string {
  return ENDPOINTS[name].path.replace(/\{\w+\}/g, id);
}

interface RawRequest {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

async function raw(path: string, request: RawRequest = {}) {
  const answer = await sut.raw(path, request);
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    errors: ErrorBody.parse(JSON.parse(text)).errors ?? [],
  };
}

/** A valid body, if one is needed. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  sendCommand: { type: 'StopCharging' },
  scheduleCommands: [{ type: 'StopCharging', triggerTime: '2026-03-11T00:00:00Z' }],
  createOffboardingRequest: { entityId: GHOST },
  changeFeature: { feature: 'CaptureChargeSessions', enabled: true },
  setBatteryCapacity: { batteryCapacity: 5 },
};

function fitting(name: EndpointName): RawRequest {
  const body = BODIES[name];
  return {
    method: ENDPOINTS[name].method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  };
}

describe('every endpoint', () => {
  const names = keysOf(ENDPOINTS);

  test.each(names)('%s: 405 with Allow for another method', async (name) => {
    const answer = await raw(pathOf(name, GHOST), { method: 'OPTIONS' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain(ENDPOINTS[name].method);
  });

  test.each(keysOf(BODIES))('%s: 400, 413 and 415 for an invalid body', async (name) => {
    const json = { 'content-type': 'application/json' };
    const path = pathOf(name, GHOST);
    const method = ENDPOINTS[name].method;
    for (const body of ['{', '', '"text"', '[[]]']) {
      const answer = await raw(path, { method, body, headers: json });
      expect([answer.status, answer.errors[0]?.code]).toEqual([400, 'InvalidBody']);
    }
    const plain = await raw(path, { ...fitting(name), headers: { 'content-type': 'text/plain' } });
    expect([plain.status, plain.errors[0]?.code]).toEqual([415, 'UnsupportedMediaType']);
    const huge = `"${'x'.repeat(1_100_000)}"`;
    const large = await raw(path, { method, body: huge, headers: json });
    expect([large.status, large.errors[0]?.code]).toEqual([413, 'PayloadTooLarge']);
  });

  test.each([
    ['unknown path', '/v1/nothing', 404, 'NotFound'],
    ['unknown id', `/v1/entities/${GHOST}/features`, 404, 'NotFound'],
    ['id that is none', '/v1/entities/abc/features', 400, 'InvalidPath'],
    ['broken escape', '/v1/entities/%zz/features', 400, 'InvalidRequest'],
    ['long id', `/v1/entities/${'a'.repeat(9000)}/features`, 400, 'InvalidPath'],
  ])('%s has an error body with a code', async (_, path, status, code) => {
    const answer = await raw(path);
    expect([answer.status, answer.errors[0]?.code]).toEqual([status, code]);
  });

  test('even a request that is not HTTP gets an error body', async () => {
    const socket = connect(sut.service.port, '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(ErrorBody.parse(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).errors).toHaveLength(1);
  });
});

describe('access', () => {
  test('resources of another organisation are 403, unless shared', async () => {
    const foreign = await sut.call('listFeatures', { params: { entityId: IDS.entity('foreign') } });
    expect(foreign.status).toBe(403);
    expect(foreign.errors[0]).toContain('neither belongs to your organisation');
    const lent = await sut.call('listFeatures', { params: { entityId: IDS.entity('lent') } });
    expect(lent.status).toBe(200);
    const members = { collectiveId: IDS.foreign };
    expect((await sut.call('listMembers', { params: members })).status).toBe(403);
    expect((await sut.call('listMembers', { params: { collectiveId: IDS.lent } })).status).toBe(
      200,
    );
    const sent = { params: members, body: { type: 'StopCharging', value: null } };
    expect((await sut.call('sendCommand', sent)).status).toBe(403);
  });

  test('the other organisation sees only its own resources', async () => {
    const token = await sut.token('theirs', 'their secret');
    const foreign = { entityId: IDS.entity('foreign') };
    expect((await sut.call('listFeatures', { params: foreign, token })).status).toBe(200);
    expect((await sut.call('listFeatures', { params: prompt, token })).status).toBe(403);
    const requests = await sut.call('listOffboardingRequests', { token });
    expect(requests.body.data.map(({ id }) => id)).toContain(IDS.request);
  });

  test('an Offboarding Request for a foreign Entity is neither listed nor readable', async () => {
    const params = { offboardingRequestId: IDS.request };
    expect((await sut.call('getOffboardingRequest', { params })).status).toBe(403);
    const listed = await sut.call('listOffboardingRequests');
    expect(listed.body.data.map(({ id }) => id)).not.toContain(IDS.request);
  });
});
