import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Operator } from '../contract/console/session.ts';
import { StartError } from '../lib/start-error.ts';
import type { SessionTables } from '../store/schema/session-schema.ts';
import { issueCode } from './one-time-codes.ts';
import { nameKey } from './secrets.ts';

/** Records that a reset was begun on the console's machine, or done in a browser; `now` is in milliseconds. */
export type RecordReset = (
  trx: Transaction<SessionTables>,
  reset: {
    outcome: 'begun' | 'done';
    operator: Pick<Operator, 'id' | 'name'>;
    address: string | null;
  },
  now: number,
) => Promise<void>;

/** The administrator who needs no identity provider, where no other has a password. */
const EMERGENCY = 'Emergency administrator';
const emergencyKey = nameKey(EMERGENCY);

/** Adds that administrator, unless one can have a code. A code is all that this account signs in with. */
export async function addEmergencyAdministrator(
  db: Kysely<SessionTables>,
  now: number,
): Promise<void> {
  const others = await withPasswords(db).where('role', '=', 'administrator').execute();
  if (others.length > 0) return;
  await db.transaction().execute(async (trx) => {
    const id = randomUUID();
    const identity = { issuer: 'local', subject: emergencyKey, operator_id: id };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('identities')
      .values({ ...identity, password_hash: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) {
      // It was disabled after its last use.
      const known = trx.selectFrom('identities').where('subject', '=', emergencyKey);
      await trx
        .updateTable('operators')
        .set({ disabled_at: null })
        .where('id', 'in', known.where('issuer', '=', 'local').select('operator_id'))
        .execute();
      return;
    }
    await trx
      .insertInto('operators')
      .values({ id, name: EMERGENCY, role: 'administrator', disabled_at: null, created_at: now })
      .execute();
  });
}

/** Operators with a password of their own, and the emergency administrator before the first code. */
function withPasswords(db: Kysely<SessionTables>) {
  return db
    .selectFrom('operators')
    .innerJoin('identities', 'identities.operator_id', 'operators.id')
    .where('issuer', '=', 'local')
    .where((where) =>
      where.or([where('password_hash', 'is not', null), where('subject', '=', emergencyKey)]),
    )
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .select(['id', 'name']);
}

/** The operator whose password is reset: the one of that name, or the only administrator. */
async function operatorFor(db: Kysely<SessionTables>, name: string | null) {
  const query =
    name === null
      ? withPasswords(db).where('role', '=', 'administrator')
      : withPasswords(db).where('subject', '=', nameKey(name));
  const [operator, ...others] = await query.execute();
  if (operator === undefined) {
    throw new StartError(
      name === null
        ? 'There is no administrator with a password. If there is no operator at all, the console prints a one-time code when it starts.'
        : `There is no operator ${name} who signs in with a password.`,
    );
  }
  if (others.length > 0) {
    const names = [operator, ...others].map((each) => each.name).join(', ');
    throw new StartError(`There are several administrators; name one of them: ${names}.`);
  }
  return operator;
}

/**
 * Creates a one-time code with which an operator sets a new password on the sign-in page; an earlier code
 * becomes invalid. It is recorded in the audit log.
 * @param name the operator's, or null for the only administrator
 * @param now milliseconds since the epoch
 * @param record writes it into the audit log, in the same transaction
 * @throws StartError if no operator matches, or several do
 */
export async function makeResetCode(
  db: Kysely<SessionTables>,
  name: string | null,
  now: number,
  record: RecordReset,
): Promise<{ code: string; operatorName: string }> {
  const operator = await operatorFor(db, name);
  return db.transaction().execute(async (trx) => {
    const { code } = await issueCode(trx, 'reset', operator.id, now);
    await record(trx, { outcome: 'begun', operator, address: null }, now);
    return { code, operatorName: operator.name };
  });
}
