import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditPage } from '../contract/console/audit.ts';
import { SessionAnswer } from '../contract/console/session.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/schema/schema.ts';
import { makeResetCode } from './password-reset-code.ts';
import { consoleOfPasswords, cookieOf } from './testing/password-console.ts';

const FIRST = 'correct horse battery';
const SECOND = 'a staple of sturdy horses';
const THIRD = 'some other phrase entirely';

describe('passwords of a console in front of a real Service', () => {
  const { started, setUp, signIn } = consoleOfPasswords();
  let db: Kysely<Store>;
  beforeAll(async () => {
    // As the command does, beside the running console.
    db = await openStore(started.gridhelm.store);
  });
  afterAll(() => db.destroy());
  const enter = async (password: string) => cookieOf(await signIn('Ada', password));
  const status = async (asked: Promise<{ status: number }>) => (await asked).status;
  const isIn = async (cookie: string) =>
    (await started.send('GET /api/console/collectives', cookie)).status === 200;
  const change = (cookie: string | undefined, current: string, next: string) =>
    started.send('POST /auth/password', cookie, { current, next });
  const reset = (code: string, password: string) =>
    started.send('POST /auth/reset', undefined, { code, password });
  const makeCode = (name: string | null, at = Date.now()) =>
    makeResetCode(db, name, at, recordReset);
  const log = async (cookie: string, action: string) => {
    const told = await started.send(`GET /api/console/audit?action=${action}`, cookie);
    return AuditPage.parse(told.json()).acts.map(({ outcome, target }) => [outcome, target]);
  };

  test('there is no password to reset before the first administrator exists', async () => {
    await expect(makeCode(null)).rejects.toThrow('There is no administrator');
  });

  test('a change needs the current password, and ends only the other sessions', async () => {
    const own = cookieOf(await setUp('Ada', FIRST));
    const other = await enter(FIRST);
    expect(await status(change(undefined, FIRST, SECOND))).toBe(401);
    const wrong = await change(own, 'not it', SECOND);
    expect(wrong.refusal()).toEqual([400, 'The current password is wrong.']);
    expect(await status(change(own, FIRST, 'password1'))).toBe(400);
    expect([await isIn(own), await isIn(other)]).toEqual([true, true]);
    expect(await status(change(own, FIRST, SECOND))).toBe(204);
    expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
    expect(await status(signIn('Ada', FIRST))).toBe(401);
    expect(await status(signIn('Ada', SECOND))).toBe(200);
    await expect
      .poll(async () => (await log(own, 'password-changed')).map(([outcome]) => outcome))
      .toEqual(['done', 'refused', 'refused']);
  });

  test('a one-time code lets the only administrator in again, once, and ends all other sessions', async () => {
    const before = await enter(SECOND);
    const first = await makeCode(null);
    const second = await makeCode('ADA');
    expect(second.operatorName).toBe('Ada');
    expect(await status(reset('AAAA-AAAA-AAAA-AAAA', THIRD))).toBe(403);
    // A newer code invalidates the older one; refusing a guessable password keeps it valid.
    expect(await status(reset(first.code, THIRD))).toBe(403);
    expect(await status(reset(second.code, 'gridhelm2026'))).toBe(400);
    expect(await isIn(before)).toBe(true);
    const told = await reset(second.code.toLowerCase(), THIRD);
    expect(SessionAnswer.parse(told.json()).operator).toMatchObject({ name: 'Ada' });
    const own = cookieOf(told);
    expect([await isIn(own), await isIn(before)]).toEqual([true, false]);
    expect(await status(reset(second.code, FIRST))).toBe(403);
    expect(await status(signIn('Ada', SECOND))).toBe(401);
    expect(await status(signIn('Ada', THIRD))).toBe(200);
    expect(await log(own, 'password-reset')).toEqual(
      ['done', 'begun', 'begun'].map((outcome) => [outcome, 'operator Ada']),
    );
    const kept = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
    for (const secret of [SECOND, THIRD, second.code]) {
      expect(kept + started.gridhelm.logs.join('')).not.toContain(secret);
    }
  });

  test('of two simultaneous changes, one is stored and the other is refused', async () => {
    const own = await enter(THIRD);
    const nexts = [FIRST, SECOND];
    const told = await Promise.all(nexts.map((next) => change(own, THIRD, next)));
    expect(told.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const refused = told.find((one) => one.status === 400);
    expect(refused?.refusal()[1]).toContain('was changed meanwhile');
    const works = await Promise.all(nexts.map((next) => status(signIn('Ada', next))));
    expect(works.map((one) => one === 200)).toEqual(told.map((one) => one.status === 204));
  });

  test('an expired code is refused; an unknown name gets none', async () => {
    const { code: old } = await makeCode(null, Date.now() - 60 * 60_000);
    expect(await status(reset(old, FIRST))).toBe(403);
    await expect(makeCode('Eve')).rejects.toThrow('no operator Eve');
  });
});
