import type { Kysely } from 'kysely';
import type { Operator, Role } from '../../contract/console/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { failure } from '../http/problems.ts';
import type { SessionTables } from '../../store/schema/session-schema.ts';

const NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Mara Lindqvist',
  operator: 'Jonas Verbeek',
  approver: 'Inês Carvalho',
  administrator: 'Tomasz Nowak',
};

/** The id of the demo operator of a role; no name typed at sign-in matches it. */
export function demoOperatorId(role: Role): string {
  return `demo-${role}`;
}

/** The demo operator of a role, created if it does not exist yet. @throws Failure 403 if disabled */
export async function demoOperator(
  db: Kysely<SessionTables>,
  clock: Pick<Clock, 'now'>,
  role: Role,
): Promise<Operator> {
  const operator = { id: demoOperatorId(role), name: NAMES[role], role };
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
  const kept = await db
    .selectFrom('operators')
    .where('id', '=', operator.id)
    .select('disabled_at')
    .executeTakeFirst();
  if (typeof kept?.disabled_at === 'number') {
    throw failure(403, 'forbidden', `${operator.name} is disabled and cannot sign in.`);
  }
  return operator;
}
