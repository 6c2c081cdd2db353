import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../contract/command.ts';
import { ENDPOINTS, TOKEN_ENDPOINT, type EndpointName } from '../contract/endpoints.ts';
import { ErrorItem } from '../contract/error-body.ts';
import { z } from '../contract/zod.ts';
import { keysOf } from '../lib/objects.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from './test-support.ts';

const MINUTE = 60_000;
const lent = { entityId: IDS.entity('lent') };
let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(() => sut.close());

const iso = (ms: number) => new Date(ms).toISOString();

/** Schedules Commands for the one Entity of a Collective, minutes after the start of the test. */
async function insertCommands(minutes: readonly number[]): Promise<Command[]> {
  const { status, body } = await sut.call('scheduleCommands', {
    params: { collectiveId: IDS.lent },
    body: minutes.map((minute) => ({
      type: 'StopCharging',
      value: null,
      triggerTime: iso(TEST_START_MS + minute * MINUTE),
    })),
  });
  expect(status).toBe(201);
  return body.commands;
}

const keyOf = ({ triggerTime, id }: Command) => `${triggerTime} ${id}`;

describe('paging', () => {
  const minutes = fc.array(fc.integer({ min: 10, max: 200 }), { minLength: 1, maxLength: 3 });

  test('returns each Command exactly once, whatever the page size and whatever is added meanwhile', async () => {
    await insertCommands([20, 40, 40, 60, 100]);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.option(minutes), { minLength: 1, maxLength: 6 }),
        async (pageSize, inserts) => {
          const all = await sut.call('listCommands', { params: lent, query: { pageSize: 1000 } });
          const expected = new Set(all.body.data.map(({ id }) => id));
          const seen: string[] = [];
          let continuationToken: string | undefined;
          for (let at = 0; ; at += 1) {
            const query = { pageSize, continuationToken };
            const { body } = await sut.call('listCommands', { params: lent, query });
            expect(body.data.length).toBeLessThanOrEqual(pageSize);
            seen.push(...body.data.map(({ id }) => id));
            // Checked at once, so that circular paging ends too.
            expect(new Set(seen).size).toBe(seen.length);
            continuationToken = body.meta?.continuationToken ?? undefined;
            if (continuationToken === undefined) break;
            const last = body.data.at(-1);
            const position = last === undefined ? '' : keyOf(last);
            // Rows added before the current position are not part of this walk.
            const minutesAhead = inserts[at] ?? null;
            const added = minutesAhead === null ? [] : await insertCommands(minutesAhead);
            for (const row of added) if (keyOf(row) > position) expected.add(row.id);
          }
          expect(seen.toSorted()).toEqual([...expected].toSorted());
        },
      ),
      { numRuns: 12 },
    );
  });
});

const names = keysOf(ENDPOINTS);
const anyId = fc.oneof(
  fc.constantFrom(...['prompt', 'battery', 'plant', 'foreign'].map((name) => IDS.entity(name))),
  fc.constantFrom(IDS.fleet, IDS.lent, IDS.member, IDS.request, IDS.location),
  fc.uuid(),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => {
    // A lone surrogate cannot be percent-encoded.
    return encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/g, '')).replaceAll('.', '%2E');
  }),
  fc.constantFrom('%', '%zz', '%00', '..%2f', '%c0%ae', 'a'.repeat(3000), '-', '0'),
);
const anyQuery = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('start', 'end', 'pageSize', 'continuationToken', 'ignoreCooldown'),
      fc.string({ maxLength: 8 }),
    ),
    fc.oneof(
      fc.constantFrom('1', '-1', '1e9', 'true', '2026-03-10T00:00:00Z', '275760-09-13T00:00:00Z'),
      fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999+14:00', 'e30.e30'),
      fc.string({ maxLength: 20 }),
    ),
  ),
  { maxLength: 4 },
);
const fragment = fc.record(
  {
    type: fc.oneof(fc.constantFrom('StopCharging', 'LimitFeedIn'), fc.jsonValue()),
    value: fc.oneof(fc.constantFrom('5000', '1e400', null), fc.string(), fc.jsonValue()),
    triggerTime: fc.oneof(
      fc.constantFrom('2026-03-11T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z'),
      fc.jsonValue(),
    ),
    feature: fc.oneof(fc.constantFrom('CaptureChargeSessions', '__proto__'), fc.jsonValue()),
    enabled: fc.oneof(fc.boolean(), fc.jsonValue()),
    entityId: fc.oneof(fc.constantFrom(IDS.entity('foreign')), fc.uuid(), fc.jsonValue()),
    batteryCapacity: fc.oneof(fc.double(), fc.maxSafeInteger(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const anyBody = fc.oneof(
  fragment.map((value) => JSON.stringify(value)),
  fc.array(fragment, { maxLength: 3 }).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom('{', '', 'null', '[]', '"\\ud800"', '['.repeat(5000)),
);
const anyMedia = fc.constantFrom(
  'application/json',
  'application/json; charset=latin1',
  'text/json',
  'application/problem+json',
  'text/plain',
  'nonsense',
  'application/x-www-form-urlencoded',
);

const TokenError = z.object({ error: z.string().min(1) });
const Refusal = z.object({ errors: z.array(ErrorItem).min(1) });

describe('any request', () => {
  /** Sends a request; a failure must be the client's, in JSON. Returns the fault, or null. */
  async function faultOf(
    address: string,
    init: Omit<RequestInit, 'body'> & { body?: Uint8Array<ArrayBuffer> },
  ) {
    const answer = await fetch(sut.service.baseUrl + address, init);
    const text = await answer.text();
    if (answer.status < 400) return null;
    const isJson = /^application\/json\b/.test(answer.headers.get('content-type') ?? '');
    const read = address === TOKEN_ENDPOINT.path ? TokenError : Refusal;
    if (answer.status < 500 && isJson && read.safeParse(JSON.parse(text)).success) return null;
    const body = new TextDecoder().decode(init.body);
    return `${init.method} ${address} ${body} → ${answer.status} ${text}`;
  }
  const bodyOf = (method: string, body: string, type: string) =>
    method === 'GET'
      ? {}
      : { body: new TextEncoder().encode(body), headers: { 'content-type': type } };

  test('no path, query or body causes a server error, or one that is not JSON', async () => {
    const authorization = `Bearer ${await sut.token()}`;
    const request = fc.record({
      name: fc.constantFrom<EndpointName>(...names),
      ids: fc.array(anyId, { minLength: 2, maxLength: 2 }),
      query: anyQuery,
      body: anyBody,
      type: anyMedia,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ name, ids, query, body, type }) => {
        const { method, path } = ENDPOINTS[name];
        let at = 0;
        const filled = path.replace(/\{\w+\}/g, () => ids[at++] ?? '');
        const text = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
        const init = bodyOf(method, body, type);
        const headers = { ...init.headers, authorization };
        expect(await faultOf(filled + text, { method, ...init, headers })).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  test('nor does a path, method or token outside the table', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
    const authorization = fc.oneof(
      fc.constantFrom('Bearer ', 'Bearer a.b.c', 'Basic YTpi', 'bearer', 'Bearer e30.e30.'),
      fc.base64String().map((text) => `Bearer ${text}`),
    );
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.array(fc.oneof(anyId, fc.constantFrom('v1', 'entities')), { maxLength: 4 }),
        authorization,
        anyBody,
        async (verb, segments, header, body) => {
          const init = bodyOf(verb, body, 'application/json');
          const address = `/${['v1', ...segments].join('/')}`;
          const headers = { ...init.headers, authorization: header };
          expect(await faultOf(address, { method: verb, ...init, headers })).toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  test('no form causes a server error of the token endpoint', async () => {
    const field = fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope', 'x');
    const value = fc.oneof(fc.constantFrom('client_credentials', 'esp'), fc.string());
    const form = fc.oneof(
      fc
        .array(fc.tuple(field, value), { maxLength: 6 })
        .map((pairs) => new URLSearchParams(pairs).toString()),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(form, anyMedia, async (body, type) => {
        const init = bodyOf('POST', body, type);
        const fault = await faultOf(TOKEN_ENDPOINT.path, { method: 'POST', ...init });
        expect(fault).toBeNull();
      }),
      { numRuns: 80 },
    );
  });
});
