import { describe, expect, test } from 'vitest';
import { Failure } from '../http/problems.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { memoryStore } from '../store/testing/memory-store.ts';
import { createPasswordHashing } from './password-hashing.ts';
import { VALID_MS } from './one-time-codes.ts';
import { createPasswordSignIns } from './password-sign-in.ts';

const PASSWORD = 'correct horse battery';

const from = (address: string, ...knownBrowser: string[]) => ({ address, knownBrowser });

const refused = (status: number) => expect.objectContaining({ status });
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

async function setUp() {
  const clock = manualClock();
  const db = await memoryStore();
  const verified: string[] = [];
  // As cheap as possible: the tests count verifications.
  const hashing = await createPasswordHashing({
    hash: async (password) => `$argon2id$${password}`,
    async verify(stored, password) {
      verified.push(password);
      return stored === `$argon2id$${password}`;
    },
  });
  const passwords = await createPasswordSignIns({
    db,
    clock,
    hashing,
    recordReset: () => Promise.resolve(),
  });
  /** Creates the first administrator from her browser; returns the value of its cookie. */
  const makeAda = async () => {
    const code = (await passwords.makeSetupCode()) ?? '';
    const { id } = await passwords.setUp({ code, name: 'Ada', password: PASSWORD }, from('ada'));
    return passwords.remember(id, []);
  };
  const signIn = (name: string, password: string, ...[address, ...known]: [string, ...string[]]) =>
    passwords.signIn({ name, password }, from(address, ...known));
  const stored = async () =>
    JSON.stringify(await db.selectFrom('one_time_codes').selectAll().execute());
  return { clock, db, passwords, verified, makeAda, signIn, stored };
}

/** Counts the attempts by the status of their refusal; successes count under 200. */
async function statusesOf(attempts: readonly Promise<unknown>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const settled of await Promise.allSettled(attempts)) {
    const thrown: unknown = settled.status === 'rejected' ? settled.reason : null;
    const status = thrown instanceof Failure ? thrown.status : thrown === null ? 200 : 500;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('the first administrator', () => {
  test('is created with the one-time code, once', async () => {
    const { passwords, db, stored } = await setUp();
    const code = (await passwords.makeSetupCode()) ?? '';
    expect(code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(await stored()).not.toContain(code);
    const make = (name: string, given: string) =>
      passwords.setUp({ code: given, name, password: PASSWORD }, from('a'));
    const made = await make('Ada', code.toLowerCase());
    expect(made).toMatchObject({ name: 'Ada', role: 'administrator' });
    expect(await passwords.needsSetup()).toBe(false);
    expect(await passwords.makeSetupCode()).toBeNull();
    await expect(make('Eve', code)).rejects.toEqual(refused(404));
    const [row] = await db.selectFrom('identities').selectAll().execute();
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('is not created with a wrong, an old or a replaced code', async () => {
    const { passwords, clock } = await setUp();
    const first = (await passwords.makeSetupCode()) ?? '';
    const second = (await passwords.makeSetupCode()) ?? '';
    const attempt = (code: string) =>
      passwords.setUp({ code, name: 'Ada', password: PASSWORD }, from('a'));
    await expect(attempt('AAAA-AAAA-AAAA-AAAA')).rejects.toEqual(refused(403));
    await expect(attempt(first)).rejects.toEqual(refused(403));
    clock.advance(VALID_MS.setup);
    await expect(attempt(second)).rejects.toEqual(refused(403));
  });
});

describe('signing in', () => {
  test('failures impose a temporary wait, also for unknown names, and never lock an account', async () => {
    const { signIn, clock, makeAda } = await setUp();
    await makeAda();
    expect(await statusesOf(times(5, () => signIn('ada', 'wrong', 'b')))).toEqual({ 401: 5 });
    await expect(signIn('ADA', PASSWORD, 'b')).rejects.toMatchObject({
      status: 429,
      detail: { headers: { 'Retry-After': '30' } },
    });
    clock.advance(30_000);
    expect((await signIn('ADA', PASSWORD, 'b')).name).toBe('Ada');
    await expect(signIn('nobody', PASSWORD, 'b')).rejects.toMatchObject({
      status: 401,
      message: 'Name or password is wrong.',
    });
  });

  test('of 300 simultaneous guesses, 5 are verified for one account and 20 for one address', async () => {
    const { signIn, verified, makeAda } = await setUp();
    await makeAda();
    const guesses = (nameOf: (guess: number) => string, address: string) =>
      statusesOf(times(300, (guess) => signIn(nameOf(guess), `guess ${guess}`, address)));
    expect(await guesses(() => 'ada', '192.0.2.1')).toEqual({ 401: 5, 429: 295 });
    expect(verified).toHaveLength(5);
    expect(await guesses((guess) => `name ${guess}`, '192.0.2.2')).toEqual({ 401: 20, 429: 280 });
    expect(verified).toHaveLength(25);
    await expect(signIn('another', 'x', '192.0.2.2')).rejects.toEqual(refused(429));
    await expect(signIn('another', 'x', '192.0.2.3')).rejects.toEqual(refused(401));
  });

  test('counts guesses from all addresses of one IPv6 network together', async () => {
    const { signIn, verified, makeAda } = await setUp();
    await makeAda();
    const guesses = times(30, (at) => signIn('ada', 'x', `2001:db8:1:2::${at.toString(16)}`));
    expect(await statusesOf(guesses)).toEqual({ 401: 5, 429: 25 });
    expect(verified).toHaveLength(5);
  });

  test('a stranger’s guesses lock the owner out neither at a clean address nor in her own browser', async () => {
    const { signIn, makeAda } = await setUp();
    const browser = await makeAda();
    for (let address = 0; address < 30; address += 1) {
      await statusesOf(times(6, () => signIn('ada', 'x', `192.0.2.${address}`)));
    }
    expect((await signIn('ada', PASSWORD, '198.51.100.7')).name).toBe('Ada');
    // Her own address is shared with the stranger: an office, or a proxy that is not trusted.
    await expect(signIn('ada', PASSWORD, '192.0.2.1')).rejects.toEqual(refused(429));
    expect((await signIn('ada', PASSWORD, '192.0.2.1', browser)).name).toBe('Ada');
  });

  test('a known browser has a separate limit, only for its account, and only by one value', async () => {
    const { passwords, makeAda, verified, db, signIn, stored } = await setUp();
    const browser = await makeAda();
    const [ada] = await db.selectFrom('operators').selectAll().execute();
    const guess = (name: string, ...known: string[]) => signIn(name, 'x', '192.0.2.9', ...known);
    const own = await statusesOf(times(6, () => guess('ada', browser)));
    expect([own, verified.length]).toEqual([{ 401: 5, 429: 1 }, 5]);
    const others = await statusesOf(times(21, (at) => guess(`other ${at}`, browser)));
    expect(others).toEqual({ 401: 20, 429: 1 });
    // The value changes with each sign-in, and two values count as none.
    const next = await passwords.remember(ada?.id ?? '', [browser]);
    await expect(guess('ada', browser)).rejects.toEqual(refused(429));
    await expect(guess('ada', next, 'planted')).rejects.toEqual(refused(429));
    await expect(guess('ada', next)).rejects.toEqual(refused(401));
    expect(await stored()).not.toContain(next);
  });

  test('setting the clock back or forward changes no wait', async () => {
    const { signIn, clock, makeAda } = await setUp();
    await makeAda();
    await statusesOf(times(5, () => signIn('ada', 'x', 'b')));
    clock.set(clock.now() - 6 * 3_600_000);
    await expect(signIn('ada', 'x', 'b')).rejects.toMatchObject({
      detail: { headers: { 'Retry-After': '30' } },
    });
    clock.set(clock.now() + 24 * 3_600_000);
    await expect(signIn('ada', PASSWORD, 'b')).rejects.toEqual(refused(429));
    clock.advance(30_000);
    expect((await signIn('ada', PASSWORD, 'b')).name).toBe('Ada');
  });

  test('a success does not count: an address with correct passwords is never slowed down', async () => {
    const { signIn, makeAda } = await setUp();
    await makeAda();
    for (let tries = 0; tries < 45; tries += 1) {
      expect((await signIn('ada', PASSWORD, 'e')).name).toBe('Ada');
    }
  });

  test('limits guesses of the setup code before hashing anything', async () => {
    const { passwords } = await setUp();
    const code = (await passwords.makeSetupCode()) ?? '';
    const attempt = (given: string, address: string) =>
      passwords.setUp({ code: given, name: 'Ada', password: PASSWORD }, from(address));
    const guesses = times(30, () => attempt('AAAA-AAAA-AAAA-AAAA', 'x'));
    expect(await statusesOf(guesses)).toEqual({ 403: 5, 429: 25 });
    expect((await attempt(code, 'y')).name).toBe('Ada');
  });
});
