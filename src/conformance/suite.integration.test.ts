import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../contract/queries.ts';
import {
  IDS,
  type ServiceUnderTest,
  TEST_START_MS,
  serviceUnderTest,
} from '../service/test-support.ts';
import { embeddedTargets } from './embedded-targets.ts';
import type { Targets } from './fixtures.ts';
import { countsOf, summaryLine, tableOf } from './report.ts';
import { conform } from './run.ts';
import type { Finding } from './suite.ts';
import { type Served, relay, serve, withFields } from './testing/relay.ts';

let sut: ServiceUnderTest;
let nowMs = TEST_START_MS;
const now = () => nowMs;
const wait = (ms: number) => {
  nowMs += ms;
  sut.pass(ms);
  return Promise.resolve();
};
const serving: Served[] = [];

beforeAll(async () => {
  sut = await serviceUnderTest('demo');
});
afterAll(async () => {
  for (const { close } of serving) close();
  await sut.close();
});

function accessTo(baseUrl: string, authUrl = `${baseUrl}/token`) {
  const { clientId, clientSecret } = sut.service.credentials;
  return { baseUrl, authUrl, clientId, clientSecret, scope: 'esp', dialect: DEFAULT_DIALECT };
}

const differing = (findings: readonly Finding[]) =>
  findings.filter(({ outcome }) => outcome === 'differs').map(({ name }) => name);

const NOBODY: Targets = {
  entityIds: ['11111111-1111-4111-8111-111111111111'],
  collectiveId: '22222222-2222-4222-8222-222222222222',
  incompatibleEntityId: null,
  foreignEntityId: '33333333-3333-4333-8333-333333333333',
  foreignCollectiveId: null,
  offboardEntityId: '44444444-4444-4444-8444-444444444444',
  offboardForGood: false,
  removeMemberId: null,
  deleteLocation: null,
};

describe('the conformance suite', () => {
  test('finds exactly the differences of a deployment, and only reads without --write', async () => {
    const methods = new Set<string>();
    const six = await relay(sut, {
      asked: ({ method, url }) => {
        const isToken = url.href === sut.service.authUrl;
        methods.add(`${method} ${isToken ? 'token' : ''}`);
        if (url.pathname === '/v1/offboarding/entities') {
          url.searchParams.delete('continuationToken');
        }
        const end = url.searchParams.get('end') ?? '';
        if (url.pathname.endsWith('/charge-sessions') && end !== '') {
          url.searchParams.set('end', new Date(Date.parse(end) + 1).toISOString());
        }
      },
      answered: ({ url, authorization }, reply) => {
        const isGood = reply.status === 200;
        if (/\/locations\/[0-9a-f-]{36}$/.test(url.pathname) && isGood) {
          return { ...reply, text: withFields(reply.text, { colour: 'red' }) };
        }
        if (url.pathname.endsWith('/features') && isGood) {
          return { ...reply, text: `{"data":${reply.text}}` };
        }
        return url.pathname.endsWith('/battery-capacity') && authorization === undefined
          ? { ...reply, status: 200, text: '{"batteryCapacity":50}' }
          : reply;
      },
    });
    serving.push(six);
    const base = six.origin;
    const findings = await conform(
      { access: accessTo(base), now, wait },
      { write: false, allowSend: false, embedded: true },
      (client) => embeddedTargets(sut.service.directory(), client),
    );
    expect(differing(findings)).toEqual([
      'features are a bare array of names and flags',
      'GET /v1/entities/{entityId}/battery-capacity: gives nothing without the bearer token',
      'all reads: no token is 401 with WWW-Authenticate and an error body',
      'a Location has exactly id, label, latitude and longitude',
      'one Location reads as in the list',
      'Offboarding Requests: the continuation token gives the next page, with other rows',
      'Offboarding Requests: pages of 1, 3 and 100 hold the same rows, each once, and end',
      'Offboarding Requests: a damaged token is 400',
      'Offboarding Requests: a token of another list is 400',
      'Charge Sessions: the end is exclusive',
      'Charge Sessions: an empty frame lists nothing',
    ]);
    // The features cannot be read, which is reported once.
    expect(findings.filter(({ outcome }) => outcome === 'same cause')).toMatchObject([
      { name: 'ids may be written in capitals' },
      { name: 'CaptureChargeSessions is one of them, on or off' },
    ]);
    expect([...methods].toSorted()).toEqual(['GET ', 'GET token', 'OPTIONS ', 'POST token']);
    const unwritten = findings.filter(({ detail }) => detail?.startsWith('needs --write'));
    expect(unwritten.length).toBeGreaterThan(80);
    expect(unwritten.every(({ outcome }) => outcome === 'not tried')).toBe(true);
  });

  test('has a fault for every statement that a server breaks by answering anything with 200', async () => {
    const served = await serve((request, reply) => {
      reply.setHeader('content-type', 'text/plain');
      const token = { access_token: 'opaque', expires_in: 'soon', token_type: 'mac' };
      reply.end(JSON.stringify(request.url === '/token' ? token : { data: [{ id: 1 }] }));
    });
    serving.push(served);
    const base = served.origin;
    const deployment = { access: accessTo(base), now, wait };
    const ask = (embedded: boolean) =>
      conform(deployment, { write: true, allowSend: true, embedded }, () =>
        Promise.resolve(NOBODY),
      );
    const elsewhere = await ask(false);
    const counts = countsOf(elsewhere);
    // Each cause is reported once, and only violations of the specification are faults.
    expect(differing(elsewhere)).toEqual([
      'access_token is a JWT',
      'token_type is Bearer',
      'expires_in is a whole number above 0',
      'a wrong secret gives no token',
      'Locations of an Entity: come in the paging envelope',
      'Commands of an Entity: come in the paging envelope',
      'Charge Sessions of an Entity: come in the paging envelope',
      'Offboarding Requests: come in the paging envelope',
      'Members of a Collective: come in the paging envelope',
      'features are a bare array of names and flags',
      'a text that is not a token is refused',
      'GET /v1/entities/{entityId}/locations: gives nothing without the bearer token',
      'what the suite made is canceled, and what it changed is set back',
    ]);
    expect(counts['differs (allowed)']).toBeGreaterThan(60);
    expect(counts['same cause']).toBeGreaterThan(60);
    const strict = countsOf(await ask(true));
    expect(strict.differs).toBe(counts.differs + counts['differs (allowed)']);
    expect(strict['differs (allowed)']).toBe(0);
  });

  test('checks resources of others if their ids are given', async () => {
    const own = await serviceUnderTest();
    const { baseUrl, authUrl, credentials } = own.service;
    const access = { ...accessTo(baseUrl, authUrl), ...credentials };
    const targets = {
      ...NOBODY,
      entityIds: [IDS.entity('prompt'), IDS.entity('lent')],
      collectiveId: IDS.fleet,
      foreignEntityId: IDS.entity('foreign'),
      foreignCollectiveId: IDS.foreign,
    };
    const findings = await conform(
      { access, now: () => TEST_START_MS, wait },
      { write: false, allowSend: false, embedded: true },
      () => Promise.resolve(targets),
    );
    await own.close();
    const foreign = findings.filter(({ name }) => name.includes('of another organisation'));
    expect(foreign.map(({ outcome }) => outcome)).toEqual(['holds', 'holds']);
    expect(differing(findings)).toEqual([]);
  });

  test('reports that nothing could be checked if there is no answer', async () => {
    const findings = await conform(
      { access: accessTo('http://127.0.0.1:9'), now, wait },
      { write: false, allowSend: false, embedded: false },
      () => Promise.resolve(NOBODY),
    );
    const counts = countsOf(findings);
    expect(counts.holds).toBe(0);
    expect(findings.find(({ section }) => section === 'Paging')).toMatchObject({
      outcome: 'not tried',
      detail: expect.stringContaining('no token could be obtained'),
    });
  });

  /** Future Commands of each Entity of the smallest Collective, and which of them are Pending. */
  async function commandsToCome() {
    const [smallest] = sut.service
      .directory()
      .collectives.toSorted((a, b) => a.entities.length - b.entities.length);
    const query = { start: new Date(nowMs).toISOString(), pageSize: 1000 };
    const ofEach = [];
    for (const entityId of smallest?.entities ?? []) {
      const { body } = await sut.call('listCommands', { params: { entityId }, query });
      const pending = body.data.filter(({ status }) => status === 'Pending').map(({ id }) => id);
      ofEach.push({ count: body.data.length, pending });
    }
    return ofEach;
  }

  test('holds throughout at the embedded service, writes included, and leaves nothing Pending', async () => {
    const { baseUrl, authUrl } = sut.service;
    const before = await commandsToCome();
    const findings = await conform(
      { access: accessTo(baseUrl, authUrl), now, wait },
      { write: true, allowSend: true, embedded: true },
      (client) => embeddedTargets(sut.service.directory(), client),
    );
    expect(differing(findings)).toEqual([]);
    const untried = findings.filter(({ outcome }) => outcome === 'not tried');
    expect(untried.map(({ detail }) => detail)).toEqual([
      'none is known: give --foreign-entity',
      'none is known: give --foreign-collective',
    ]);
    expect(countsOf(findings).holds).toBeGreaterThanOrEqual(337);
    expect(findings.every(({ source }) => source.length > 5)).toBe(true);
    const names = findings.map(({ section, name }) => `${section}: ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(tableOf(findings).split('\n').length).toBeGreaterThan(findings.length);
    expect(summaryLine(findings)).toContain(
      ' 0 differ, 0 differ where that is allowed, 2 could not',
    );
    // Only the world's own plans are left.
    const after = await commandsToCome();
    expect(after.length).toBeGreaterThan(0);
    expect(after.map(({ pending }) => pending)).toEqual(before.map(({ pending }) => pending));
    const made = after.map(({ count }, at) => count - (before[at]?.count ?? 0));
    expect(Math.min(...made)).toBeGreaterThan(0);
  });
});
