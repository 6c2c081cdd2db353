import path from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditPage } from '../contract/console/audit.ts';
import { SessionAnswer } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/schema/schema.ts';
import { startTestConsole, type TestConsole } from '../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../server/testing/fake-service.ts';
import { makeResetCode } from './password-reset-code.ts';

const FIRST = 'correct horse battery';
const SECOND = 'a staple of sturdy horses';
const THIRD = 'some other phrase entirely';

describe('passwords of a console in front of a real Service', () => {
  let fake: FakeService;
  let gridhelm: TestConsole;
  let db: Kysely<Store>;
  let code = '';
  beforeAll(async () => {
    fake = await startFakeService();
    gridhelm = await startTestConsole(fake, {
      embedded: false,
      seed: null,
      setupCodeSink: (line) => (code = /one-time code (\S+)/.exec(line)?.[1] ?? ''),
    });
    // As the command does, beside the running console.
    db = await openStore(path.join(gridhelm.dataDir, 'console.db'));
  });
  afterAll(async () => {
    await db.destroy();
    await gridhelm.running.close();
    await fake.close();
  });
  const post = (target: string, body: object, cookie?: string) =>
    gridhelm.page({ method: 'POST', path: target, body }, cookie);
  const cookieOf = (told: Awaited<ReturnType<typeof post>>) =>
    z
      .array(z.string())
      .parse(told.headers['set-cookie'])
      .map((cookie) => cookie.split(';')[0] ?? '')
      .find((cookie) => cookie.startsWith('gridhelm=')) ?? '';
  const signIn = (password: string) => post('/auth/sign-in', { name: 'Ada', password });
  const isIn = async (cookie: string) =>
    (await gridhelm.page({ path: '/api/console/collectives' }, cookie)).status === 200;
  const log = async (cookie: string, action: string) => {
    const told = await gridhelm.page({ path: `/api/console/audit?action=${action}` }, cookie);
    return AuditPage.parse(told.json()).acts.map(({ outcome, target }) => [outcome, target]);
  };

  test('there is no password to reset before the first administrator exists', async () => {
    await expect(makeResetCode(db, null, Date.now(), recordReset)).rejects.toThrow(
      'There is no administrator',
    );
  });

  test('a change needs the current password, and ends only the other sessions', async () => {
    const own = cookieOf(await post('/auth/setup', { code, name: 'Ada', password: FIRST }));
    const other = cookieOf(await signIn(FIRST));
    const change = (current: string, next: string, cookie?: string) =>
      post('/auth/password', { current, next }, cookie);
    expect((await change(FIRST, SECOND)).status).toBe(401);
    const wrong = await change('not it', SECOND, own);
    expect([wrong.status, wrong.problem().errors[0]?.message]).toEqual([
      400,
      'The current password is wrong.',
    ]);
    expect((await change(FIRST, 'password1', own)).status).toBe(400);
    expect([await isIn(own), await isIn(other)]).toEqual([true, true]);
    expect((await change(FIRST, SECOND, own)).status).toBe(204);
    expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
    expect((await signIn(FIRST)).status).toBe(401);
    expect((await signIn(SECOND)).status).toBe(200);
    await expect
      .poll(async () => (await log(own, 'password-changed')).map(([outcome]) => outcome))
      .toEqual(['done', 'refused', 'refused']);
  });

  test('a one-time code lets the only administrator in again, once, and ends all other sessions', async () => {
    const before = cookieOf(await signIn(SECOND));
    const reset = (given: string, password: string) =>
      post('/auth/reset', { code: given, password });
    const first = await makeResetCode(db, null, Date.now(), recordReset);
    const second = await makeResetCode(db, 'ADA', Date.now(), recordReset);
    expect(second.operatorName).toBe('Ada');
    expect((await reset('AAAA-AAAA-AAAA-AAAA', THIRD)).status).toBe(403);
    // A newer code invalidates the older one; refusing a guessable password keeps it valid.
    expect((await reset(first.code, THIRD)).status).toBe(403);
    expect((await reset(second.code, 'gridhelm2026')).status).toBe(400);
    expect(await isIn(before)).toBe(true);
    const told = await reset(second.code.toLowerCase(), THIRD);
    expect(SessionAnswer.parse(told.json()).operator).toMatchObject({ name: 'Ada' });
    const own = cookieOf(told);
    expect([await isIn(own), await isIn(before)]).toEqual([true, false]);
    expect((await reset(second.code, FIRST)).status).toBe(403);
    expect((await signIn(SECOND)).status).toBe(401);
    expect((await signIn(THIRD)).status).toBe(200);
    expect(await log(own, 'password-reset')).toEqual([
      ['done', 'operator Ada'],
      ['begun', 'operator Ada'],
      ['begun', 'operator Ada'],
    ]);
    const kept = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
    for (const secret of [SECOND, THIRD, second.code]) {
      expect(kept + gridhelm.logs.join('')).not.toContain(secret);
    }
  });

  test('of two simultaneous changes, one is stored and the other is refused', async () => {
    const own = cookieOf(await signIn(THIRD));
    const change = (next: string) => post('/auth/password', { current: THIRD, next }, own);
    const nexts = [FIRST, SECOND];
    const told = await Promise.all(nexts.map(change));
    expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const refused = told.find(({ status }) => status === 400);
    expect(refused?.problem().errors[0]?.message).toContain('was changed meanwhile');
    const works = await Promise.all(nexts.map(async (next) => (await signIn(next)).status === 200));
    expect(works).toEqual(told.map(({ status }) => status === 204));
  });

  test('an expired code is refused; an unknown name gets none', async () => {
    const { code: old } = await makeResetCode(db, null, Date.now() - 60 * 60_000, recordReset);
    expect((await post('/auth/reset', { code: old, password: FIRST })).status).toBe(403);
    await expect(makeResetCode(db, 'Eve', Date.now(), recordReset)).rejects.toThrow(
      'no operator Eve',
    );
  });
});

test('in the demo there are no passwords to change or reset', async () => {
  const fake = await startFakeService();
  const gridhelm = await startTestConsole(fake);
  const cookie = await gridhelm.signIn('administrator');
  const post = (target: string, body: object) =>
    gridhelm.page({ method: 'POST', path: target, body }, cookie);
  expect((await post('/auth/password', { current: 'a', next: FIRST })).status).toBe(404);
  expect((await post('/auth/reset', { code: 'a', password: FIRST })).status).toBe(404);
  await gridhelm.running.close();
  await fake.close();
});
