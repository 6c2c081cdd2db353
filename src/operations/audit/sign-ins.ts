import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { Role } from '../../contract/console/session.ts';
import type { Route } from '../../http/route.ts';
import { Failure } from '../../http/problems.ts';
import { demoOperatorId } from '../../access/demo-operators.ts';
import type { RecordReset } from '../../access/password-reset-code.ts';
import { nameKey } from '../../access/secrets.ts';
import type { IntentRow, Store } from '../../store/schema/schema.ts';
import { entryFor } from './act-entries.ts';
import type { Audit } from './audit.ts';
import { NOBODY_ASKED, appendAudit, type AuditEntry, type AuditTables } from './chain.ts';

/** The name given at sign-in: typed, or that of a demo role. */
const AskedName = z.union([
  z.object({ role: Role }).transform(({ role }) => demoOperatorId(role)),
  z.object({ name: z.string().max(100) }).transform(({ name }) => name),
]);

/** What signing in needs beside the log. */
export interface SignInParts {
  audit: Audit;
  /** The stored name of an operator, or null: an unknown name may be a mistyped password. */
  readonly knownName: (name: string) => Promise<string | null>;
}

async function noteFailedSignIn(request: FastifyRequest, thrown: unknown, parts: SignInParts) {
  if (!(thrown instanceof Failure)) return;
  const failed = thrown.status;
  if (failed !== 401 && failed !== 403 && failed !== 429) return;
  const typed = AskedName.safeParse(request.body).data;
  const name = typed === undefined ? null : await parts.knownName(typed);
  const action = failed === 429 ? 'sign-in-locked' : 'sign-in-failed';
  const target = name === null ? 'an unknown name' : `operator ${name}`;
  // The provider or a code said who it is; a typed name may be a mistyped password.
  const body = failed === 403 ? { why: thrown.message } : null;
  parts.audit.note(
    [action, request.ip, name, body?.why].join(' '),
    entryFor(request, { action, outcome: 'refused', target, body }),
  );
}

/** Records a sign-in. @param how by whom, if not with a password. @throws Failure 503 if it cannot be written */
export function recordSignIn(
  audit: Audit,
  request: FastifyRequest,
  how: object | null,
): Promise<void> {
  return audit.record(entryFor(request, { action: 'sign-in', outcome: 'done', body: how }));
}

/** Adds what is done after a route, with what it threw, if anything. */
function afterwards(
  route: Route,
  note: (request: FastifyRequest, thrown: unknown) => Promise<void> | void,
): Route {
  return {
    ...route,
    async prepare(request, reply) {
      const run = await route.prepare(request, reply);
      return async () => {
        try {
          const answer = await run();
          await note(request, null);
          return answer;
        } catch (thrown) {
          await note(request, thrown);
          throw thrown;
        }
      };
    },
  };
}

/** Records failed sign-ins. */
export function auditSignIn(route: Route, parts: SignInParts): Route {
  return afterwards(route, async (request, thrown) => {
    try {
      await noteFailedSignIn(request, thrown, parts);
    } catch (error) {
      request.log.warn({ err: error }, 'a failed sign-in could not be recorded');
    }
  });
}

/** Records a sign-out. */
export function auditSignOut(route: Route, audit: Audit): Route {
  return afterwards(route, (request, thrown) => {
    const isOut =
      thrown === null || (thrown instanceof Failure && thrown.code === 'sign_out_not_stored');
    if (request.signedIn === null || !isOut) return;
    const { sessionHash } = request.signedIn;
    audit.note(
      `sign-out ${sessionHash}`,
      entryFor(request, { action: 'sign-out', outcome: 'done' }),
    );
  });
}

/** The stored name of the operator with a typed name, or null. */
export async function knownName(db: Kysely<Store>, typed: string): Promise<string | null> {
  const row = await db
    .selectFrom('operators')
    .leftJoin('identities', 'identities.operator_id', 'operators.id')
    .where((where) =>
      where.or([where('operators.id', '=', typed), where('subject', '=', nameKey(typed))]),
    )
    .select('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

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

/** The row of a dispatch whose outcome a stopped process never learned. */
export function recoveredEntry(intent: IntentRow): AuditEntry {
  return {
    ...NOBODY_ASKED,
    action: 'dispatch',
    outcome: 'unknown',
    operator: { id: intent.operator_id, name: intent.operator_name },
    sessionHash: intent.session_hash,
    target: `collective ${intent.collective_id}`,
    body: { why: 'The console stopped before the answer was stored.' },
    dispatchId: intent.id,
  };
}

/** Records a password reset: begun by a command on the console's machine, or done in a browser. */
export const recordReset: RecordReset = async (trx, { outcome, operator, address }, now) => {
  const byCommand = { body: { by: 'a command on the machine of the console' }, operator: null };
  await appendAudit(
    trx.withTables<AuditTables>(),
    [
      {
        ...NOBODY_ASKED,
        action: 'password-reset',
        outcome,
        target: `operator ${operator.name}`,
        ...(outcome === 'begun' ? byCommand : { operator, address }),
      },
    ],
    now,
  );
};
