import type { Kysely } from 'kysely';
import type { NewDecision } from '../../contract/console/report-routes.ts';
import { failure } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Store } from '../../store/schema/schema.ts';

/**
 * Stores what an operator decides about a session, in place of an earlier decision. The session itself never changes.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if the store has no such session
 */
export async function decideSession(
  trx: Kysely<Store>,
  { entityId, sessionId, kind, reason }: NewDecision,
  { operator }: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<void> {
  const known = await trx
    .selectFrom('fleet_sessions')
    .where('entity_id', '=', entityId)
    .where('id', '=', sessionId)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (known === undefined) {
    throw failure(404, 'not_found', `The Entity ${entityId} has no session ${sessionId}.`);
  }
  await trx
    .deleteFrom('session_decisions')
    .where('entity_id', '=', entityId)
    .where('session_id', '=', sessionId)
    .execute();
  if (kind === null) return;
  await trx
    .insertInto('session_decisions')
    .values({
      entity_id: entityId,
      session_id: sessionId,
      kind,
      reason,
      decided_at: now,
      operator_id: operator.id,
      operator_name: operator.name,
    })
    .execute();
}
