import type { Kysely } from 'kysely';
import { ApprovalRule } from '../../../contract/console/approval.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { failure, invalid } from '../../../http/problems.ts';
import { approvalEnd } from '../../../domain/approval.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { DispatchRequest } from '../send/request.ts';

/** Which Commands need an approval, in the order in which they were given. */
export async function readRules(db: Kysely<Store>): Promise<ApprovalRule[]> {
  const rows = await db.selectFrom('approval_rules').orderBy('position').selectAll().execute();
  return rows.map(({ collective_id: collectiveId, type }) =>
    ApprovalRule.parse({ collectiveId, type }),
  );
}

/** Refuses to replace rules that somebody else has changed. @throws Failure 409 */
export async function requireRules(
  trx: Kysely<Store>,
  before: readonly ApprovalRule[],
): Promise<void> {
  if (canonicalJson(await readRules(trx)) === canonicalJson(before)) return;
  throw failure(
    409,
    'changed_since',
    'Somebody else has changed what needs approval meanwhile. Look at it again.',
  );
}

/**
 * Refuses a new rule on a Collective that the directory does not know: it would guard nothing.
 * @param before the rules until now, which may name Collectives that were removed
 * @throws Failure 400
 */
export async function requireKnownCollectives(
  trx: Kysely<Store>,
  rules: readonly ApprovalRule[],
  before: readonly ApprovalRule[],
): Promise<void> {
  const kept = new Set(before.map(({ collectiveId }) => collectiveId));
  const known = await trx.selectFrom('collectives').select('id').execute();
  for (const { id } of known) kept.add(id);
  rules.forEach(({ collectiveId }, at) => {
    if (collectiveId === null || kept.has(collectiveId)) return;
    throw invalid(`rules.${at}.collectiveId`, `The directory has no Collective ${collectiveId}.`);
  });
}

/** Replaces these rules. What waits already still needs its approval. */
export async function storeRules(
  trx: Kysely<Store>,
  rules: readonly ApprovalRule[],
): Promise<void> {
  await trx.deleteFrom('approval_rules').execute();
  if (rules.length === 0) return;
  await trx
    .insertInto('approval_rules')
    .values(
      rules.map(({ collectiveId, type }, position) => {
        return { position, collective_id: collectiveId, type };
      }),
    )
    .execute();
}

/** Stores that a dispatch waits for an approval. @param now milliseconds since the epoch */
export async function insertApproval(
  trx: Kysely<Store>,
  request: DispatchRequest,
  now: number,
): Promise<void> {
  await trx
    .insertInto('approvals')
    .values({
      dispatch_id: request.dispatchId,
      state: 'waiting',
      requested_at: now,
      expires_at: approvalEnd(request, now),
    })
    .execute();
}
