import { beforeAll, describe, expect, test } from 'vitest';
import { SessionAnswer } from '../contract/console/session.ts';
import { startTestConsole } from '../server/testing/console-harness.ts';
import { startFakeService } from '../server/testing/fake-service.ts';
import { consoleOfAllTests } from '../server/testing/started-console.ts';

const PASSWORD = 'correct horse battery';

describe('with a real Service', () => {
  let line = '';
  const started = consoleOfAllTests({
    embedded: false,
    seed: null,
    setupCodeSink: (text) => (line = text),
  });

  test('there is no demo; the printed code opens the console', async () => {
    const demo = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'viewer' },
    });
    expect(demo.status).toBe(404);
    const before = SessionAnswer.parse(
      (await started.gridhelm.page({ path: '/auth/session' })).json(),
    );
    expect(before).toMatchObject({
      signIn: { demo: [], password: true, setup: true },
      embedded: false,
    });
    const code = /one-time code (\S+)/.exec(line)?.[1] ?? '';
    const short = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: 'short' },
    });
    expect(short.status).toBe(400);
    const common = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: 'Gridhelm2026' },
    });
    expect([common.status, common.problem().errors[0]?.code]).toEqual([400, 'password']);
    expect(common.problem().errors[0]?.message).toContain('Choose another one');
    const turned = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada\u202E', password: PASSWORD },
    });
    expect([turned.status, turned.problem().errors[0]?.code]).toEqual([400, 'name']);
    // The code is still valid.
    const made = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: PASSWORD },
    });
    expect(made.status).toBe(200);
    const signedIn = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/sign-in',
      body: { name: 'ada', password: PASSWORD },
    });
    expect(SessionAnswer.parse(signedIn.json())).toMatchObject({
      operator: { name: 'Ada', role: 'administrator' },
      signIn: { setup: false },
    });
    expect(started.gridhelm.logs.join('')).not.toContain(PASSWORD);
  });
});

describe('guesses over HTTP, behind a trusted proxy', () => {
  let line = '';
  const started = consoleOfAllTests({
    config: { trustProxy: 1 },
    embedded: false,
    seed: null,
    setupCodeSink: (text) => (line = text),
  });
  let known = '';
  const signIn = (body: { name: string; password: string }, address: string, cookie?: string) =>
    started.gridhelm.page(
      { method: 'POST', path: '/auth/sign-in', body, headers: { 'x-forwarded-for': address } },
      cookie,
    );
  beforeAll(async () => {
    const code = /one-time code (\S+)/.exec(line)?.[1] ?? '';
    const made = await started.gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: PASSWORD },
    });
    const cookies = made.headers['set-cookie'] ?? [];
    known = cookies.find((cookie) => cookie.startsWith('gridhelm-known=')) ?? '';
  });

  test('the cookie of a known browser is bound to this host, unreadable for scripts, and grants no access', async () => {
    expect(known).toMatch(
      /^gridhelm-known=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const pair = known.split(';')[0] ?? '';
    const told = await started.gridhelm.page({ path: '/api/console/collectives' }, pair);
    expect(told.status).toBe(401);
    expect(started.gridhelm.logs.join('')).not.toContain(pair.split('=')[1]);
  });

  test(
    'of 300 simultaneous wrong passwords, 5 are verified, and the owner can sign in elsewhere and in her own browser',
    { timeout: 60_000 },
    async () => {
      const guesses = await Promise.all(
        Array.from({ length: 300 }, (_, guess) =>
          signIn({ name: 'Ada', password: `guess ${guess}` }, '192.0.2.1'),
        ),
      );
      const statuses = guesses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(295);
      const waits = guesses.flatMap(({ headers }) => Number(headers['retry-after'] ?? 0));
      expect(Math.max(...waits)).toBeLessThanOrEqual(30);
      const right = { name: 'Ada', password: PASSWORD };
      expect((await signIn(right, '192.0.2.1')).status).toBe(429);
      expect((await signIn(right, '198.51.100.7')).status).toBe(200);
      expect((await signIn(right, '192.0.2.1', known.split(';')[0])).status).toBe(200);
    },
  );
});

test('in embedded mode on loopback passwords are not offered', async () => {
  const fake = await startFakeService();
  const gridhelm = await startTestConsole(fake);
  const told = await gridhelm.page({
    method: 'POST',
    path: '/auth/sign-in',
    body: { name: 'a', password: 'b' },
  });
  expect(told.status).toBe(404);
  await gridhelm.running.close();
  await fake.close();
});
