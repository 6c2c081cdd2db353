import { beforeAll, describe, expect, test, vi } from 'vitest';
import { STALE_HEADER, Stale } from '../../contract/console/stale.ts';
import { CARS } from '../../server/testing/console-harness.ts';
import { CREDENTIALS, type Reply } from '../../server/testing/fake-service.ts';
import { openStore } from '../../store/open-store.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const [CAR, OTHER] = CARS;
const FEATURES = [{ feature: 'CaptureChargeSessions', isEnabled: true }];
const featuresOf = (id: string) => `/api/v1/entities/${id}/features`;
const capacity = `/api/v1/entities/${CAR}/battery-capacity`;
const locations = `/api/v1/entities/${CAR}/locations`;
const PLACE = 'aaaaaaaa-0000-4000-8000-00000000000c';
const PLACES = { data: [{ id: PLACE, label: 'Depot', latitude: 51.9, longitude: 4.4 }] };

let admin: string;
const started = consoleOfAllTests({ config: { timeoutMs: 300 } });

const answerWith = (reply: Reply) => {
  started.fake.answer = () => reply;
};
const read = (path: string, cacheControl?: string) => {
  const headers = cacheControl !== undefined && { 'cache-control': cacheControl };
  return started.send(`GET ${path}`, admin, undefined, { ...headers });
};
type Answered = Awaited<ReturnType<typeof read>>;
const staleOf = ({ headers }: Answered) => {
  const header = headers[STALE_HEADER.toLowerCase()];
  return header === undefined ? null : Stale.parse(JSON.parse(decodeURIComponent(String(header))));
};
/** Reads it from the Service, and waits until that is stored. */
const learn = async (path: string, body: unknown) => {
  answerWith({ status: 200, body });
  await read(path);
  await vi.waitFor(async () => expect(staleOf(await read(path, 'max-stale'))).not.toBeNull(), 3000);
};

beforeAll(async () => {
  admin = await started.gridhelm.signIn('administrator');
  await learn(featuresOf(CAR), FEATURES);
  await learn(capacity, { batteryCapacity: 60 });
  await learn(locations, PLACES);
});

const errors = [{ code: 'E1', message: 'Out of order', description: null }];

describe('what the Service said last stands in', () => {
  test.each<[string, Reply, string]>([
    ['503', { status: 503, body: { errors } }, 'upstream_unavailable'],
    ['500', { status: 500 }, 'upstream_unavailable'],
    ['429', { status: 429, body: { errors } }, 'too_many_requests'],
    ['silence', 'hang', 'upstream_timeout'],
    ['a cut connection', 'reset', 'upstream_unavailable'],
  ])('for %s, with its age, its time and the reason', async (_name, reply, code) => {
    answerWith(reply);
    const answered = await read(featuresOf(CAR));
    expect([answered.status, answered.json()]).toEqual([200, FEATURES]);
    expect(staleOf(answered)).toMatchObject({ reason: { code }, beforeChange: false });
    expect(Number(answered.headers.age)).toBeLessThan(60);
    const readAt = Date.parse(String(answered.headers['last-modified']));
    expect(Math.abs(Date.now() - readAt)).toBeLessThan(60_000);
    expect(answered.headers['cache-control']).toBe('no-store');
  });

  test('for a list that was read whole, as one answer without a token', async () => {
    answerWith('reset');
    expect((await read(`${locations}?pageSize=1`)).json()).toEqual(PLACES);
  });

  test('at once, without a request, if that is asked for', async () => {
    const before = started.fake.seen.length;
    const answered = await read(featuresOf(CAR), 'max-stale');
    expect(answered.json()).toEqual(FEATURES);
    expect(staleOf(answered)).toEqual({ reason: null, beforeChange: false });
    expect(started.fake.seen).toHaveLength(before);
  });
});

describe('the failure is shown', () => {
  test.each([400, 403, 404, 408, 409, 410, 422])('for %i: the Service refused', async (status) => {
    answerWith({ status, body: { errors } });
    const answered = await read(featuresOf(CAR));
    expect([answered.status >= 400, staleOf(answered)]).toEqual([true, null]);
  });

  test.each<[string, Reply]>([
    ['a redirect', { status: 302 }],
    ['malformed JSON', { status: 200, raw: '[' }],
    ['a rejected token', { status: 401 }],
  ])('for %s: the Service did answer', async (_name, reply) => {
    answerWith(reply);
    expect((await read(featuresOf(CAR))).status).toBe(502);
  });

  test('if only what the Service answers now is wanted', async () => {
    answerWith({ status: 503 });
    for (const wanted of ['stale-if-error=0', 'no-cache, Stale-If-Error=0']) {
      expect((await read(featuresOf(CAR), wanted)).status).toBe(502);
    }
  });

  test('for a further page of a list', async () => {
    answerWith({ status: 503 });
    const path = `${locations}?continuationToken=abc`;
    expect((await read(path)).status).toBe(502);
    expect((await read(path, 'max-stale')).status).toBe(502);
  });

  test('for what was never read, or not this part of it', async () => {
    answerWith({ status: 503 });
    const sessions = `/api/v1/entities/${CAR}/charge-sessions?start=2026-01-01T00:00:00Z`;
    for (const path of [featuresOf(OTHER), sessions]) {
      expect((await read(path)).status).toBe(502);
      // There is no copy: the Service is asked.
      expect((await read(path, 'max-stale')).status).toBe(502);
    }
  });
});

describe('a change', () => {
  const change = (reply: Reply) => {
    answerWith(reply);
    return started.send(`PUT ${capacity}`, admin, { batteryCapacity: 70 });
  };
  const known = async () => {
    answerWith('reset');
    const answered = await read(capacity);
    return [answered.json(), staleOf(answered)?.beforeChange];
  };

  test('that was refused leaves what is known as it is', async () => {
    await change({ status: 409 });
    expect(await known()).toEqual([{ batteryCapacity: 60 }, false]);
  });

  test('that was accepted is what is known, as soon as it is answered', async () => {
    await change({ status: 200, body: { batteryCapacity: 70 } });
    expect(await known()).toEqual([{ batteryCapacity: 70 }, false]);
  });

  test('that may have happened marks what is known, until it is read', async () => {
    await change('reset');
    await expect.poll(known).toEqual([{ batteryCapacity: 70 }, true]);
    answerWith({ status: 200, body: { batteryCapacity: 80 } });
    await read(capacity);
    await expect.poll(known, { timeout: 3000 }).toEqual([{ batteryCapacity: 80 }, false]);
  });
});

test('no stale answer holds an address or a credential, whatever the store holds', async () => {
  const { clientId, clientSecret, token } = CREDENTIALS;
  const { baseUrl, authUrl } = started.fake;
  const secrets = [baseUrl, authUrl, new URL(baseUrl).host, clientSecret, token];
  const message = `see ${[...secrets, clientId].join(' or ')}, Bearer ${token}`;
  answerWith({ status: 503, body: { errors: [{ message }] } });
  const answered = await read(featuresOf(CAR));
  expect(staleOf(answered)?.reason?.errors[0]?.message).toContain('see [hidden]');
  const everything = answered.text + decodeURIComponent(JSON.stringify(answered.headers));
  for (const secret of [...secrets, clientId]) expect(everything).not.toContain(secret);

  // A background read stores what the Service says as it is.
  const db = await openStore(started.gridhelm.store);
  for (const secret of secrets) {
    const content = JSON.stringify([{ feature: `see ${secret}`, isEnabled: true }]);
    const documents = db.updateTable('fleet_documents').where('resource', '=', 'features');
    await documents.set({ content }).execute();
    for (const directive of [undefined, 'max-stale']) {
      const refused = await read(featuresOf(CAR), directive);
      expect([refused.status, refused.text.includes(secret)]).toEqual([502, false]);
    }
  }
  await db.destroy();
});
