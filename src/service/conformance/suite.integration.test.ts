import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from '../test-support.ts';
import { embeddedTargets } from './embedded-targets.ts';
import type { Targets } from './fixtures.ts';
import { countsOf, summaryLine, tableOf } from './report.ts';
import { conform } from './run.ts';
import type { Finding } from './suite.ts';

let sut: ServiceUnderTest;
let nowMs = TEST_START_MS;
const now = () => nowMs;
const wait = (ms: number) => {
  nowMs += ms;
  sut.pass(ms);
  return Promise.resolve();
};
const closing: (() => void)[] = [];

beforeAll(async () => {
  sut = await serviceUnderTest('demo');
});
afterAll(async () => {
  for (const close of closing) close();
  await sut.close();
});

function accessTo(baseUrl: string, authUrl = `${baseUrl}/token`) {
  const { clientId, clientSecret } = sut.service.credentials;
  return { baseUrl, authUrl, clientId, clientSecret, scope: 'esp', dialect: DEFAULT_DIALECT };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
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
  test('finds exactly what a deployment does otherwise, and only reads unless told to write', async () => {
    const methods = new Set<string>();
    const Text = z.record(z.string(), z.unknown());
    // Passes everything on to the embedded service, with five faults.
    const base = await serve((request, reply) => {
      void (async () => {
        const url = new URL(request.url ?? '', sut.service.baseUrl);
        methods.add(`${request.method} ${url.pathname === '/token' ? 'token' : ''}`);
        if (url.pathname === '/v1/offboarding/entities')
          url.searchParams.delete('continuationToken');
        const end = url.searchParams.get('end') ?? '';
        if (url.pathname.endsWith('/charge-sessions') && end !== '') {
          url.searchParams.set('end', new Date(Date.parse(end) + 1).toISOString());
        }
        const { authorization, 'content-type': type } = request.headers;
        const body = await bodyOf(request);
        const answer = await fetch(url.pathname === '/token' ? sut.service.authUrl : url, {
          method: request.method ?? 'GET',
          headers: {
            ...(authorization && { authorization }),
            ...(type && { 'content-type': type }),
          },
          ...(body !== '' && { body }),
        });
        let text = await answer.text();
        if (/\/locations\/[0-9a-f-]{36}$/.test(url.pathname) && answer.ok) {
          text = JSON.stringify({ ...Text.parse(JSON.parse(text)), colour: 'red' });
        }
        if (url.pathname.endsWith('/features') && answer.ok) text = `{"data":${text}}`;
        const open = url.pathname.endsWith('/battery-capacity') && authorization === undefined;
        const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
        reply.writeHead(open ? 200 : answer.status, headers);
        reply.end(text);
      })();
    });
    const findings = await conform(
      { access: accessTo(base), now, wait },
      { write: false, embedded: true },
      (client) => embeddedTargets(sut.service.directory(), client),
    );
    expect(differing(findings)).toEqual([
      'GET /v1/entities/{entityId}/battery-capacity: needs the bearer token',
      'all reads: no token is 401 with WWW-Authenticate and an error body',
      'a Location has exactly id, label, latitude and longitude',
      'one Location reads as in the list',
      'ids may be written in capitals',
      'Offboarding Requests: the continuation token gives the next page, with other rows',
      'Offboarding Requests: links.next is absolute and leads to the same page as the token',
      'Offboarding Requests: pages of 1, 3 and 100 hold the same rows, each once, and end',
      'Offboarding Requests: a damaged token is 400',
      'Offboarding Requests: a token of another list is 400',
      'Charge Sessions: the end is exclusive',
      'Charge Sessions: an empty frame lists nothing',
      'features are a bare array of names and flags',
      'CaptureChargeSessions is one of them, on or off',
    ]);
    expect([...methods].toSorted()).toEqual(['GET ', 'GET token', 'OPTIONS ', 'POST token']);
    const unwritten = findings.filter(({ detail }) => detail?.startsWith('needs --write'));
    expect(unwritten.length).toBeGreaterThan(80);
    expect(unwritten.every(({ outcome }) => outcome === 'not tried')).toBe(true);
  });

  test('differs nearly everywhere from a server that answers anything with 200', async () => {
    const base = await serve((request, reply) => {
      reply.setHeader('content-type', 'text/plain');
      const token = { access_token: 'opaque', expires_in: 'soon', token_type: 'mac' };
      reply.end(JSON.stringify(request.url === '/token' ? token : { data: [{ id: 1 }] }));
    });
    const deployment = { access: accessTo(base), now, wait };
    const ask = (embedded: boolean) =>
      conform(deployment, { write: true, embedded }, () => Promise.resolve(NOBODY));
    const elsewhere = await ask(false);
    const counts = countsOf(elsewhere);
    expect(counts.differs).toBeGreaterThan(120);
    expect(counts['differs (allowed)']).toBeGreaterThan(60);
    expect(differing(elsewhere)).toEqual(
      expect.arrayContaining([
        'access_token is a JWT',
        'token_type is Bearer',
        'expires_in is a whole number above 0',
        'a text that is no token is refused',
        'GET /v1/entities/{entityId}/commands: refuses an unknown id, with an error body',
        'Entity types: come in the paging envelope',
        'a schedule is answered 201',
        'a second Request while one is Pending is refused',
      ]),
    );
    // What the specification leaves open is nobody's fault elsewhere, and the embedded service's own at home.
    const allowed = elsewhere.filter(({ outcome }) => outcome === 'differs (allowed)');
    expect(allowed.every(({ basis }) => basis === 'own choice')).toBe(true);
    const strict = countsOf(await ask(true));
    expect(strict.differs).toBe(counts.differs + counts['differs (allowed)']);
    expect(strict['differs (allowed)']).toBe(0);
  });

  test('tries what belongs to somebody else, where it is told the ids', async () => {
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
      { write: false, embedded: true },
      () => Promise.resolve(targets),
    );
    await own.close();
    const foreign = findings.filter(({ name }) => name.includes('of another organisation'));
    expect(foreign.map(({ outcome }) => outcome)).toEqual(['holds', 'holds']);
    expect(differing(findings)).toEqual([]);
  });

  test('says that nothing could be tried where nobody answers', async () => {
    const findings = await conform(
      { access: accessTo('http://127.0.0.1:9'), now, wait },
      { write: false, embedded: false },
      () => Promise.resolve(NOBODY),
    );
    const counts = countsOf(findings);
    expect(counts.holds).toBe(0);
    expect(findings.find(({ section }) => section === 'Paging')).toMatchObject({
      outcome: 'not tried',
      detail: expect.stringContaining('no token could be had'),
    });
  });

  test('holds everywhere at the embedded service, writes included, and leaves nothing Pending', async () => {
    const { baseUrl, authUrl } = sut.service;
    const findings = await conform(
      { access: accessTo(baseUrl, authUrl), now, wait },
      { write: true, embedded: true },
      (client) => embeddedTargets(sut.service.directory(), client),
    );
    expect(differing(findings)).toEqual([]);
    const untried = findings.filter(({ outcome }) => outcome === 'not tried');
    expect(untried.map(({ detail }) => detail)).toEqual([
      'none is known: give --foreign-entity',
      'none is known: give --foreign-collective',
    ]);
    expect(countsOf(findings).holds).toBeGreaterThanOrEqual(150);
    expect(findings.every(({ source }) => source.length > 5)).toBe(true);
    const names = findings.map(({ section, name }) => `${section}: ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(tableOf(findings).split('\n').length).toBeGreaterThan(findings.length);
    expect(summaryLine(findings)).toContain(
      ' 0 differ, 0 differ where that is allowed, 2 could not',
    );
    const [smallest] = sut.service
      .directory()
      .collectives.toSorted((a, b) => a.entities.length - b.entities.length);
    for (const entityId of smallest?.entities ?? []) {
      const query = { start: new Date(nowMs).toISOString(), pageSize: 1000 };
      const { body } = await sut.call('listCommands', { params: { entityId }, query });
      expect(body.data.length).toBeGreaterThan(0);
      expect(body.data.filter(({ status }) => status === 'Pending')).toEqual([]);
    }
  });
});
