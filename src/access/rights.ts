import { Grant } from '../contract/console/access.ts';
import { Role } from '../contract/console/session.ts';
import { mayDispatch, type Rights, type WantedDispatch } from '../domain/permissions.ts';
import { failure } from '../http/problems.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { hasRowLocks } from '../store/dialect/row-locks.ts';
import type { AccessDb } from '../store/schema/session-schema.ts';

/** Replaces the grants of an operator. */
export async function storeGrants(
  trx: AccessDb,
  operatorId: string,
  grants: readonly Grant[],
): Promise<void> {
  await trx.deleteFrom('grants').where('operator_id', '=', operatorId).execute();
  if (grants.length === 0) return;
  await trx
    .insertInto('grants')
    .values(
      grants.map(({ type, collectiveId, ignoreCooldown }, position) => ({
        operator_id: operatorId,
        position,
        type,
        collective_id: collectiveId,
        ignore_cooldown: ignoreCooldown ? 1 : 0,
      })),
    )
    .execute();
}

/** The grants of operators, by operator. @param operatorId absent: of all */
export async function readGrants(db: AccessDb, operatorId?: string): Promise<Map<string, Grant[]>> {
  let query = db.selectFrom('grants').orderBy('operator_id').orderBy('position').selectAll();
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId);
  const found = new Map<string, Grant[]>();
  for (const row of await query.execute()) {
    const grant = Grant.parse({
      type: row.type,
      collectiveId: row.collective_id,
      ignoreCooldown: row.ignore_cooldown === 1,
    });
    found.set(row.operator_id, [...(found.get(row.operator_id) ?? []), grant]);
  }
  return found;
}

/**
 * The rights of an operator now. In a transaction they stay so until its end.
 * @returns null if the operator is unknown or disabled
 */
async function readRights(db: AccessDb, operatorId: string): Promise<Rights | null> {
  const query = db
    .selectFrom('operators')
    .where('id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .select('role');
  const lock = db.isTransaction && hasRowLocks(db);
  const row = await (lock ? query.forShare() : query).executeTakeFirst();
  if (row === undefined) return null;
  const grants = await readGrants(db, operatorId);
  return { role: Role.parse(row.role), grants: grants.get(operatorId) ?? [] };
}

/**
 * Refuses a dispatch that its operator may not make, by the rights of now: a role or a grant may have been taken away
 * since the request began.
 * @param wanted one for each Command of the dispatch
 * @throws Failure 403 with the reason in words
 */
export async function requireMayDispatch(
  db: AccessDb,
  { operator }: Pick<SignedIn, 'operator'>,
  wanted: readonly WantedDispatch[],
): Promise<void> {
  const rights = await readRights(db, operator.id);
  if (rights === null) {
    throw failure(403, 'forbidden', `${operator.name} is disabled. Nothing was sent.`);
  }
  for (const each of wanted) {
    const decided = mayDispatch(rights, each);
    if (!decided.allowed) throw failure(403, 'forbidden', decided.reason);
  }
}
