import { randomUUID } from 'node:crypto';
import type {
  OneTimeLink,
  OperatorAccount,
  OperatorChange,
  OperatorInvitation,
} from '../contract/console/operators.ts';
import { Role } from '../contract/console/session.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { failure } from '../http/problems.ts';
import { hasRowLocks } from '../store/dialect/row-locks.ts';
import type { AccessDb } from '../store/schema/session-schema.ts';
import { isDemoOperator } from './demo-operators.ts';
import { dropCodes, issueCode } from './one-time-codes.ts';
import { readGrants, storeGrants } from './rights.ts';
import { nameKey } from './secrets.ts';
import { endSessions } from './sessions.ts';

const noOperator = () => failure(404, 'not_found', 'There is no operator with this id.');

/** Operators by name. @param id absent: all of them */
export async function listOperators(db: AccessDb, id?: string): Promise<OperatorAccount[]> {
  let query = db
    .selectFrom('operators')
    .leftJoin('identities', (join) =>
      join
        .onRef('identities.operator_id', '=', 'operators.id')
        .on('identities.issuer', '=', 'local'),
    )
    .selectAll('operators')
    .select(['identities.subject', 'identities.password_hash'])
    .select((where) =>
      where
        .selectFrom('sessions')
        .whereRef('sessions.operator_id', '=', 'operators.id')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .as('last_used_at'),
    )
    .select((where) =>
      where
        .selectFrom('identities as provided')
        .whereRef('provided.operator_id', '=', 'operators.id')
        .where('provided.issuer', '!=', 'local')
        .select(({ fn }) => fn.max('provided.issuer').as('issuer'))
        .as('provider'),
    )
    .orderBy('operators.name')
    .orderBy('operators.id');
  if (id !== undefined) query = query.where('operators.id', '=', id);
  const grants = await readGrants(db, id);
  return (await query.execute()).map((row) => {
    const invited = row.subject !== null && row.password_hash === null;
    return {
      id: row.id,
      name: row.name,
      role: Role.parse(row.role),
      grants: grants.get(row.id) ?? [],
      ...(row.provider === null ? {} : { byProvider: true }),
      state: row.disabled_at !== null ? 'disabled' : invited ? 'invited' : 'active',
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    };
  });
}

/** One operator. @throws Failure 404 */
export async function findOperator(db: AccessDb, id: string): Promise<OperatorAccount> {
  const [operator] = await listOperators(db, id);
  if (operator === undefined) throw noOperator();
  return operator;
}

/**
 * Adds an operator who chooses a password by a link. @param now in milliseconds
 * @throws Failure 409 if the name is taken
 */
export async function inviteOperator(
  trx: AccessDb,
  { name, role, grants }: OperatorInvitation,
  now: number,
): Promise<{ id: string; link: OneTimeLink }> {
  const id = randomUUID();
  const identity = { issuer: 'local', subject: nameKey(name), operator_id: id };
  const taken = await trx
    .insertInto('identities')
    .values({ ...identity, password_hash: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows !== 1n) {
    throw failure(409, 'already_known', `There is an operator named ${name} already.`);
  }
  await trx
    .insertInto('operators')
    .values({ id, name, role, disabled_at: null, created_at: now })
    .execute();
  await storeGrants(trx, id, grants);
  return { id, link: await issueCode(trx, 'invitation', id, now) };
}

/**
 * Refuses a change after which nobody who can sign in could manage operators; of two at once, one is refused.
 * @param byPassword whether operators sign in with a password; else by the identity provider
 */
async function requireAdministrator(trx: AccessDb, byPassword: boolean): Promise<void> {
  const operators = await listOperators(trx);
  const isDemo = operators.every(({ id }) => isDemoOperator(id));
  const left = operators.some(
    ({ id, role, state, byProvider = false }) =>
      role === 'administrator' &&
      state === 'active' &&
      (isDemo || (!isDemoOperator(id) && byProvider !== byPassword)),
  );
  if (!left) {
    throw failure(
      409,
      'changed_since',
      'This is the last administrator: nobody else could manage operators. Make somebody else an administrator first.',
    );
  }
}

function requireUnchanged(
  { name, role, grants }: OperatorAccount,
  before: NonNullable<OperatorChange['before']>,
): void {
  if (canonicalJson({ role, grants }) === canonicalJson(before)) return;
  throw failure(
    409,
    'changed_since',
    `Somebody else has changed the rights of ${name} meanwhile. Look at them again.`,
  );
}

/**
 * Changes the role or the grants of an operator, or whether they may sign in. Disabling ends their sessions, tokens and
 * links. @param now in milliseconds @param byPassword whether operators sign in with a password here
 * @throws Failure 404, or 409 if no administrator would be left, the identity provider gives the role, or somebody else
 * has changed the rights since they were read
 */
export async function changeOperator(
  trx: AccessDb,
  id: string,
  change: OperatorChange,
  now: number,
  byPassword: boolean,
): Promise<OperatorAccount> {
  // Two administrators who disable each other, or change the same operator, wait for one another here.
  if (hasRowLocks(trx)) {
    await trx
      .selectFrom('operators')
      .where((eb) => eb.or([eb('role', '=', 'administrator'), eb('id', '=', id)]))
      .orderBy('id')
      .select('id')
      .forUpdate()
      .execute();
  }
  const before = await findOperator(trx, id);
  if (change.before !== undefined) requireUnchanged(before, change.before);
  const disabled = change.disabled ?? before.state === 'disabled';
  const role = change.role ?? before.role;
  if (before.byProvider === true && role !== before.role) {
    throw failure(
      409,
      'changed_since',
      `The identity provider gives the role of ${before.name}, at each sign-in. Change the groups there.`,
    );
  }
  await trx
    .updateTable('operators')
    .set({
      role,
      ...(change.disabled === undefined ? {} : { disabled_at: change.disabled ? now : null }),
    })
    .where('id', '=', id)
    .execute();
  if (change.grants !== undefined) await storeGrants(trx, id, change.grants);
  if (disabled) {
    await endSessions(trx, id, { but: null });
    await trx.deleteFrom('api_tokens').where('operator_id', '=', id).execute();
    await dropCodes(trx, id);
  }
  if (before.role === 'administrator') await requireAdministrator(trx, byPassword);
  return findOperator(trx, id);
}

/**
 * Makes a new link for an operator: an invitation again, or one that sets a new password. @param now in milliseconds
 * @throws Failure 404, or 409 if they do not sign in with a password here
 */
export async function linkOperator(trx: AccessDb, id: string, now: number): Promise<OneTimeLink> {
  const { name, state } = await findOperator(trx, id);
  const local = await trx
    .selectFrom('identities')
    .where('operator_id', '=', id)
    .where('issuer', '=', 'local')
    .select('subject')
    .executeTakeFirst();
  if (state === 'disabled') {
    throw failure(409, 'changed_since', `${name} is disabled, and must be enabled first.`);
  }
  if (isDemoOperator(id) || local === undefined) {
    throw failure(409, 'changed_since', `${name} does not sign in with a password here.`);
  }
  return issueCode(trx, state === 'invited' ? 'invitation' : 'reset', id, now);
}
