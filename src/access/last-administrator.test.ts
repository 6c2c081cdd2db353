import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store/schema/schema.ts';
import { memoryStore } from '../store/testing/memory-store.ts';
import { demoOperator } from './demo-operators.ts';
import { changeOperator, inviteOperator, listOperators } from './operators.ts';

const NOW = Date.UTC(2026, 2, 2);
const REFUSED = {
  status: 409,
  message: expect.stringContaining('This is the last administrator'),
};

describe('the last administrator who can sign in', () => {
  let db: Kysely<Store>;
  beforeEach(async () => {
    db = await memoryStore();
  });

  /** Adds an administrator who signs in with a password, or by an identity provider. */
  async function added(name: string, by: 'password' | 'provider'): Promise<string> {
    await db
      .insertInto('operators')
      .values({ id: name, name, role: 'administrator', disabled_at: null, created_at: NOW })
      .execute();
    const issuer = by === 'password' ? 'local' : 'https://login.example';
    await db
      .insertInto('identities')
      .values({
        issuer,
        subject: name,
        operator_id: name,
        password_hash: by === 'password' ? 'hash' : null,
        created_at: NOW,
      })
      .execute();
    return name;
  }
  const disable = (id: string, byPassword: boolean) =>
    db.transaction().execute((trx) => changeOperator(trx, id, { disabled: true }, NOW, byPassword));
  const stateOf = async (id: string) => (await listOperators(db, id))[0]?.state;

  test.each([
    ['password', 'provider'],
    ['provider', 'password'],
  ] as const)('signs in by %s: who signs in by %s does not count', async (way, other) => {
    const byPassword = way === 'password';
    const [last] = [await added('last', way), await added('other', other)];
    await expect(disable(last, byPassword)).rejects.toMatchObject(REFUSED);
    expect(await stateOf(last)).toBe('active');
    const next = await added('next', way);
    await disable(last, byPassword);
    await expect(disable(next, byPassword)).rejects.toMatchObject(REFUSED);
  });

  test('is neither one who was only invited nor one of the demo before', async () => {
    const last = await added('last', 'password');
    await demoOperator(db, { now: () => NOW }, 'administrator');
    await db
      .transaction()
      .execute((trx) =>
        inviteOperator(trx, { name: 'Later', role: 'administrator', grants: [] }, NOW),
      );
    await expect(disable(last, true)).rejects.toMatchObject(REFUSED);
  });

  test('of the demo counts while there are only demo operators', async () => {
    const clock = { now: () => NOW };
    const operator = await demoOperator(db, clock, 'operator');
    const last = await demoOperator(db, clock, 'administrator');
    await disable(operator.id, false);
    await expect(disable(last.id, false)).rejects.toMatchObject(REFUSED);
  });
});
