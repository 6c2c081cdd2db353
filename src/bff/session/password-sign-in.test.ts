import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionAnswer } from '../../contract/console/session.ts';
import { startTestConsole, type TestConsole } from '../testing/console-harness.ts';
import { startFakeService, type FakeService } from '../testing/fake-service.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { memoryStore } from '../testing/memory-store.ts';
import { SETUP_CODE_MS, createPasswordSignIns } from './password-sign-in.ts';

const PASSWORD = 'correct horse battery';

async function setUp() {
  const clock = manualClock();
  const db = await memoryStore();
  const passwords = await createPasswordSignIns(db, clock);
  return { clock, db, passwords };
}

describe('the first administrator', () => {
  test('is made with the one-time code, once', async () => {
    const { passwords, db } = await setUp();
    const code = (await passwords.makeSetupCode()) ?? '';
    expect(code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(JSON.stringify(await db.selectFrom('setup_codes').selectAll().execute())).not.toContain(
      code,
    );
    const made = await passwords.setUp(
      { code: code.toLowerCase(), name: 'Ada', password: PASSWORD },
      'a',
    );
    expect(made).toMatchObject({ name: 'Ada', role: 'administrator' });
    expect(await passwords.needsSetup()).toBe(false);
    expect(await passwords.makeSetupCode()).toBeNull();
    await expect(
      passwords.setUp({ code, name: 'Eve', password: PASSWORD }, 'a'),
    ).rejects.toMatchObject({ status: 404 });
    const [row] = await db.selectFrom('operators').selectAll().execute();
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('is not made with a wrong, an old or a replaced code', async () => {
    const { passwords, clock } = await setUp();
    const first = (await passwords.makeSetupCode()) ?? '';
    const second = (await passwords.makeSetupCode()) ?? '';
    const attempt = (code: string) =>
      passwords.setUp({ code, name: 'Ada', password: PASSWORD }, 'a');
    await expect(attempt('AAAA-AAAA-AAAA-AAAA')).rejects.toMatchObject({ status: 403 });
    await expect(attempt(first)).rejects.toMatchObject({ status: 403 });
    clock.advance(SETUP_CODE_MS);
    await expect(attempt(second)).rejects.toMatchObject({ status: 403 });
  });
});

describe('signing in', () => {
  test('failures slow down and pass, also for unknown names; nobody is locked out', async () => {
    const { passwords, clock } = await setUp();
    const code = (await passwords.makeSetupCode()) ?? '';
    await passwords.setUp({ code, name: 'Ada', password: PASSWORD }, 'a');
    const signIn = (name: string, password: string, address = 'b') =>
      passwords.signIn({ name, password }, address);
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(signIn('ada', 'wrong')).rejects.toMatchObject({ status: 401 });
    }
    await expect(signIn('ADA', PASSWORD)).rejects.toMatchObject({
      status: 429,
      detail: { headers: { 'Retry-After': '1' } },
    });
    clock.advance(1000);
    expect((await signIn('ADA', PASSWORD)).name).toBe('Ada');
    await expect(signIn('nobody', PASSWORD)).rejects.toMatchObject({
      status: 401,
      message: 'Name or password is wrong.',
    });
  });

  test('one address cannot try names without end', async () => {
    const { passwords } = await setUp();
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(
        passwords.signIn({ name: `n${tries}`, password: 'x' }, 'c'),
      ).rejects.toMatchObject({ status: 401 });
    }
    await expect(passwords.signIn({ name: 'n', password: 'x' }, 'c')).rejects.toMatchObject({
      status: 429,
    });
    await expect(passwords.signIn({ name: 'n', password: 'x' }, 'd')).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('with a real Service', () => {
  let fake: FakeService;
  let gridhelm: TestConsole;
  let line = '';
  beforeAll(async () => {
    fake = await startFakeService();
    gridhelm = await startTestConsole(fake, {
      embedded: false,
      seed: null,
      setupCodeSink: (text) => (line = text),
    });
  });
  afterAll(async () => {
    await gridhelm.running.close();
    await fake.close();
  });

  test('there is no demo; the printed code opens the console', async () => {
    const demo = await gridhelm.page({
      method: 'POST',
      path: '/auth/demo',
      body: { role: 'viewer' },
    });
    expect(demo.status).toBe(404);
    const before = SessionAnswer.parse((await gridhelm.page({ path: '/auth/session' })).json());
    expect(before).toMatchObject({
      signIn: { demo: [], password: true, setup: true },
      embedded: false,
    });
    const code = /one-time code (\S+)/.exec(line)?.[1] ?? '';
    const short = await gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: 'short' },
    });
    expect(short.status).toBe(400);
    const common = await gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: 'Gridhelm2026' },
    });
    expect([common.status, common.problem().errors[0]?.code]).toEqual([400, 'password']);
    expect(common.problem().errors[0]?.message).toContain('Choose another one');
    // The code is still good.
    const made = await gridhelm.page({
      method: 'POST',
      path: '/auth/setup',
      body: { code, name: 'Ada', password: PASSWORD },
    });
    expect(made.status).toBe(200);
    const signedIn = await gridhelm.page({
      method: 'POST',
      path: '/auth/sign-in',
      body: { name: 'ada', password: PASSWORD },
    });
    expect(SessionAnswer.parse(signedIn.json())).toMatchObject({
      operator: { name: 'Ada', role: 'administrator' },
      signIn: { setup: false },
    });
    expect(gridhelm.logs.join('')).not.toContain(PASSWORD);
  });
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
