import { Role, type Operator } from '../contract/console/session.ts';
import { EVERY_COMMAND } from '../domain/permissions.ts';
import { failure } from '../http/problems.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccessDb } from '../store/schema/session-schema.ts';
import { storeGrants } from './rights.ts';

const NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Mara Lindqvist',
  operator: 'Jonas Verbeek',
  approver: 'Inês Carvalho',
  administrator: 'Tomasz Nowak',
};

/** The id of the demo operator of a role. */
export function demoOperatorId(role: Role): string {
  return `demo-${role}`;
}

/** Whether an id is that of a demo operator; all others are UUIDs. */
export function isDemoOperator(id: string): boolean {
  return id.startsWith('demo-');
}

/** The demo operator of a role, created if it does not exist yet. @throws Failure 403 if disabled */
export async function demoOperator(
  db: AccessDb,
  clock: Pick<Clock, 'now'>,
  role: Role,
): Promise<Operator> {
  const operator = { id: demoOperatorId(role), name: NAMES[role], role };
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('operators')
      .values({ ...operator, disabled_at: null, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await storeGrants(trx, operator.id, [EVERY_COMMAND]);
    const kept = await trx
      .selectFrom('operators')
      .where('id', '=', operator.id)
      .select(['role', 'disabled_at'])
      .executeTakeFirstOrThrow();
    if (kept.disabled_at !== null) {
      throw failure(403, 'forbidden', `${operator.name} is disabled and cannot sign in.`);
    }
    return { ...operator, role: Role.parse(kept.role) };
  });
}
