import { sql } from 'kysely';
import { Grant } from '../contract/console/access.ts';
import { Role, type Operator } from '../contract/console/session.ts';
import { approvalDenial } from '../domain/approval.ts';
import { mayDispatch, permits, type Rights, type WantedDispatch } from '../domain/permissions.ts';
import { failure } from '../http/problems.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { hasRowLocks } from '../store/dialect/row-locks.ts';
import { runBuilt } from '../store/insert-rows.ts';
import type { AccessDb, GrantRow } from '../store/schema/session-schema.ts';

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

type GrantColumns = Pick<GrantRow, 'type' | 'collective_id' | 'ignore_cooldown'>;

function grantOf({ type, collective_id, ignore_cooldown }: GrantColumns): Grant {
  return Grant.parse({ type, collectiveId: collective_id, ignoreCooldown: ignore_cooldown === 1 });
}

/** A grant with the role of its operator; without a position there is none. */
type RightsRow = GrantColumns & { role: string; position: number | null };

/** The grants of operators, by operator. @param operatorId absent: of all */
export async function readGrants(db: AccessDb, operatorId?: string): Promise<Map<string, Grant[]>> {
  let query = db.selectFrom('grants').orderBy('operator_id').orderBy('position').selectAll();
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId);
  const found = new Map<string, Grant[]>();
  for (const row of await query.execute()) {
    found.set(row.operator_id, [...(found.get(row.operator_id) ?? []), grantOf(row)]);
  }
  return found;
}

/**
 * The rights of an operator now. In a transaction they stay so until its end.
 * @returns null if the operator is unknown or disabled
 */
export async function readRights(db: AccessDb, operatorId: string): Promise<Rights | null> {
  // In a statement before: after a wait, the one that waited would still see the grants of before.
  if (db.isTransaction && hasRowLocks(db)) {
    await sql`select 1 from operators where id = ${operatorId} for share`.execute(db);
  }
  const build = () => sql<RightsRow>`
    select o.role, g.position, g.type, g.collective_id, g.ignore_cooldown
    from operators o left join grants g on g.operator_id = o.id
    where o.id = ${operatorId} and o.disabled_at is null order by g.position`;
  const { rows } = await runBuilt(db, 'rights', build, [operatorId]);
  const [first] = rows;
  if (first === undefined) return null;
  const granted = rows.filter(({ position }) => position !== null);
  return { role: Role.parse(first.role), grants: granted.map(grantOf) };
}

async function requireRights(db: AccessDb, { id, name }: SignedIn['operator']): Promise<Rights> {
  const rights = await readRights(db, id);
  if (rights !== null) return rights;
  throw failure(403, 'forbidden', `${name} is disabled. Nothing was sent.`);
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
  const rights = await requireRights(db, operator);
  for (const each of wanted) {
    const decided = mayDispatch(rights, each);
    if (!decided.allowed) throw failure(403, 'forbidden', decided.reason);
  }
}

/**
 * Refuses an approval, or its refusal, that an operator may not give, by the rights of now.
 * @param asked the dispatch, and who asked for it
 * @throws Failure 403 with the reason in words
 */
export async function requireMayApprove(
  db: AccessDb,
  { operator }: Pick<SignedIn, 'operator'>,
  asked: Parameters<typeof approvalDenial>[2],
): Promise<void> {
  const rights = await requireRights(db, operator);
  const denial = approvalDenial(operator.id, rights, asked);
  if (denial !== null) throw failure(403, 'forbidden', denial);
}

/**
 * Refuses to send what an operator asked for earlier if they may not send it any more.
 * @param wanted one for each Command of the dispatch
 * @param isOverride whether it was asked for against a warning
 * @throws Failure 409 with the reason in words
 */
export async function requireStillMay(
  db: AccessDb,
  { id, name }: Pick<Operator, 'id' | 'name'>,
  wanted: readonly WantedDispatch[],
  isOverride: boolean,
): Promise<void> {
  const rights = await readRights(db, id);
  const may = (held: Rights) => wanted.every((each) => mayDispatch(held, each).allowed);
  const mayOverride = !isOverride || (rights !== null && permits(rights.role, 'override-guard'));
  if (rights !== null && may(rights) && mayOverride) return;
  const why =
    rights === null
      ? 'is disabled'
      : 'may not send it any more: their role or what they may send has changed';
  throw failure(409, 'changed_since', `${name}, who asked for it, ${why}. Nothing was sent.`);
}
