import { beforeAll, describe, expect, test } from 'vitest';
import { SessionAnswer } from '../contract/console/session.ts';
import { consoleOfAllTests } from '../server/testing/started-console.ts';
import { consoleOfPasswords, PASSWORD } from './testing/password-console.ts';

describe('with a real Service', () => {
  const { started, setUp, signIn } = consoleOfPasswords({ seed: null });

  test('there is no demo; the printed code opens the console', async () => {
    const demo = await started.send('POST /auth/demo', undefined, { role: 'viewer' });
    expect(demo.status).toBe(404);
    const before = await started.send('GET /auth/session');
    expect(SessionAnswer.parse(before.json())).toMatchObject({
      signIn: { demo: [], password: true, setup: true },
      embedded: false,
    });
    // None of these uses up the code.
    expect((await setUp('Ada', 'short')).status).toBe(400);
    const common = (await setUp('Ada', 'Gridhelm2026')).problem();
    expect(common.errors[0]?.code).toBe('password');
    expect(common.errors[0]?.message).toContain('Choose another one');
    expect((await setUp('Ada\u202E', PASSWORD)).problem().errors[0]?.code).toBe('name');
    expect((await setUp('Ada', PASSWORD)).status).toBe(200);
    expect(SessionAnswer.parse((await signIn('ada', PASSWORD)).json())).toMatchObject({
      operator: { name: 'Ada', role: 'administrator' },
      signIn: { setup: false },
    });
    expect(started.gridhelm.logs.join('')).not.toContain(PASSWORD);
  });
});

describe('guesses over HTTP, behind a trusted proxy', () => {
  const { started, setUp } = consoleOfPasswords({ config: { trustProxy: 1 }, seed: null });
  let known = '';
  const signIn = async (password: string, address: string, cookie?: string) => {
    const from = { 'x-forwarded-for': address };
    return started.send('POST /auth/sign-in', cookie, { name: 'Ada', password }, from);
  };
  beforeAll(async () => {
    const cookies = (await setUp('Ada', PASSWORD)).headers['set-cookie'] ?? [];
    known = cookies.find((cookie) => cookie.startsWith('gridhelm-known=')) ?? '';
  });

  test('the cookie of a known browser is bound to this host, unreadable for scripts, and grants no access', async () => {
    expect(known).toMatch(
      /^gridhelm-known=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const pair = known.split(';')[0] ?? '';
    expect((await started.send('GET /api/console/collectives', pair)).status).toBe(401);
    expect(started.gridhelm.logs.join('')).not.toContain(pair.split('=')[1]);
  });

  test('of simultaneous wrong passwords, 5 are verified, and the owner can sign in elsewhere and in her own browser', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => signIn(`guess ${guess}`, '192.0.2.1')),
    );
    const statuses = guesses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    const waits = guesses.map(({ headers }) => Number(headers['retry-after'] ?? 0));
    expect(Math.max(...waits)).toBeLessThanOrEqual(30);
    expect((await signIn(PASSWORD, '192.0.2.1')).status).toBe(429);
    expect((await signIn(PASSWORD, '198.51.100.7')).status).toBe(200);
    expect((await signIn(PASSWORD, '192.0.2.1', known.split(';')[0])).status).toBe(200);
  });
});

describe('in the demo on loopback', () => {
  const started = consoleOfAllTests();
  test.each([
    ['sign-in', { name: 'a', password: 'b' }],
    ['password', { current: 'a', next: PASSWORD }],
    ['reset', { code: 'a', password: PASSWORD }],
  ])('passwords are not offered: no %s', async (act, body) => {
    const cookie = await started.gridhelm.signIn('administrator');
    expect((await started.send(`POST /auth/${act}`, cookie, body)).status).toBe(404);
  });
});
