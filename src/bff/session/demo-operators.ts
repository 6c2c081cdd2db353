import type { Kysely } from 'kysely';
import type { Operator, Role } from '../../contract/console/session.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/schema.ts';

const NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Mara Lindqvist',
  operator: 'Jonas Verbeek',
  approver: 'Inês Carvalho',
  administrator: 'Tomasz Nowak',
};

/** The demo operator of a role, made where it does not exist yet. */
export async function demoOperator(
  db: Kysely<Store>,
  clock: Pick<Clock, 'now'>,
  role: Role,
): Promise<Operator> {
  const operator = { id: `demo-${role}`, name: NAMES[role], role };
  await db
    .insertInto('operators')
    .values({
      ...operator,
      name_key: operator.id,
      source: 'demo',
      password_hash: null,
      disabled_at: null,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return operator;
}
