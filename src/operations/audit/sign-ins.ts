import type { Kysely } from 'kysely';
import type { RecordReset } from '../../bff/session/password-reset-code.ts';
import { nameKey } from '../../bff/session/password-sign-in.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Audit } from './audit.ts';
import { appendAudit, type AuditEntry, type AuditTables } from './chain.ts';

/** The stored name of the operator with a typed name, or null. */
export async function knownName(db: Kysely<Store>, typed: string): Promise<string | null> {
  const row = await db
    .selectFrom('operators')
    .where('name_key', '=', nameKey(typed.trim()))
    .select('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The fields of an act that no request asked for. */
export const NOBODY_ASKED: Omit<AuditEntry, 'action' | 'outcome' | 'operator' | 'sessionHash'> = {
  address: null,
  requestId: null,
  target: null,
  body: null,
  upstreamStatus: null,
  dispatchId: null,
};

/** Records that a session ended by its age; signing out is recorded as such. */
export async function recordSessionEnd(
  db: Kysely<Store>,
  audit: Audit,
  session: { sessionHash: string; operatorId: string; why: string },
): Promise<void> {
  const operator = await db
    .selectFrom('operators')
    .where('id', '=', session.operatorId)
    .select(['id', 'name'])
    .executeTakeFirst();
  await audit.record({
    ...NOBODY_ASKED,
    action: 'session-ended',
    outcome: 'done',
    operator: operator ?? null,
    sessionHash: session.sessionHash,
    body: { why: session.why },
  });
}

/**
 * Records the dispatches whose outcome a stopped process never learned. Must be called before they are
 * made unknown.
 */
export async function recordRecovered(db: Kysely<Store>, audit: Audit): Promise<void> {
  const left = await db
    .selectFrom('intents')
    .where('outcome', '=', 'sending')
    .select(['id', 'operator_id', 'operator_name', 'session_hash', 'collective_id'])
    .execute();
  if (left.length === 0) return;
  await audit.record(
    ...left.map((intent): AuditEntry => ({
      ...NOBODY_ASKED,
      action: 'dispatch',
      outcome: 'unknown',
      operator: { id: intent.operator_id, name: intent.operator_name },
      sessionHash: intent.session_hash,
      target: `collective ${intent.collective_id}`,
      body: { why: 'The console stopped before the answer was stored.' },
      dispatchId: intent.id,
    })),
  );
}

/** Records a password reset: begun by a command on the console's machine, or done in a browser. */
export const recordReset: RecordReset = async (trx, { outcome, operator, address }, now) => {
  const byCommand = { body: { by: 'a command on the machine of the console' }, operator: null };
  await appendAudit(
    trx.withTables<AuditTables>(),
    {
      ...NOBODY_ASKED,
      action: 'password-reset',
      outcome,
      target: `operator ${operator.name}`,
      sessionHash: null,
      ...(outcome === 'begun' ? byCommand : { operator, address }),
    },
    now,
  );
};
