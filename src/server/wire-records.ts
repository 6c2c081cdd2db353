import type { Kysely } from 'kysely';
import { createAudit } from '../operations/audit/audit.ts';
import { auditRoutes } from '../operations/audit/audit-routes.ts';
import { createSettlements } from '../operations/dispatch/batches/batch-record.ts';
import { headOf } from '../operations/audit/chain.ts';
import {
  knownName,
  recordSessionEnd,
  recordSignIn,
  type SignInParts,
} from '../operations/audit/sign-ins.ts';
import type { Clock } from '../lib/clock.ts';
import type { Route } from '../http/route.ts';
import type { AuthParts } from '../access/auth-routes.ts';
import type { EndedSession } from '../access/sessions.ts';
import type { AuditLogRow, Store } from '../store/schema/schema.ts';
import { templateRoutes } from '../operations/templates/template-routes.ts';

/** The audit log and the templates of a running console. */
export interface Records extends SignInParts, Pick<AuthParts, 'recordSignIn'> {
  routes: Route[];
  readonly onSessionEnd: (session: EndedSession) => void;
  /** Starts recording settled batches, and telling the head of the audit log daily. */
  start(): void;
  /** Writes pending records. */
  stop(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates what records.
 * @param warn called for records that could not be written
 * @param onHead called with the last row of the audit log, at the start, daily and at a stop
 */
export function createRecords(parts: {
  db: Kysely<Store>;
  clock: Clock;
  warn: (error: unknown, what: string) => void;
  onHead: (head: Pick<AuditLogRow, 'sequence' | 'hash'>) => void;
}): Records {
  const { db, clock, warn } = parts;
  const onError = (error: unknown) => {
    warn(error, 'a row of the audit log could not be written');
  };
  const audit = createAudit({ db, clock, onError });
  const settlements = createSettlements({
    db,
    clock,
    audit,
    onError: (error, dispatchId) => {
      warn(error, `the hash of ${dispatchId ?? 'a batch'} could not be recorded`);
    },
  });
  const tellHead = async () => {
    try {
      const head = await headOf(db);
      if (head !== undefined) parts.onHead(head);
    } catch (error) {
      warn(error, 'the head of the audit log could not be read');
    }
  };
  let callOff = () => {};
  const tellDaily = () => {
    callOff = clock.after(DAY_MS, tellDaily);
    void tellHead();
  };
  const ends = new Set<Promise<void>>();
  return {
    audit,
    recordSignIn: (request, how) => recordSignIn(audit, request, how),
    knownName: (name) => knownName(db, name),
    routes: [...auditRoutes(db, clock), ...templateRoutes(db, clock)],
    onSessionEnd(session) {
      const writing = recordSessionEnd(db, audit, session)
        .catch(onError)
        .finally(() => ends.delete(writing));
      ends.add(writing);
    },
    start() {
      settlements.wake();
      tellDaily();
    },
    async stop() {
      callOff();
      await settlements.stop();
      await Promise.all(ends);
      await audit.flush();
      await tellHead();
    },
  };
}
