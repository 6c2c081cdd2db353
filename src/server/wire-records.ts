import type { Kysely } from 'kysely';
import { recordSignIn, type SignInParts } from '../operations/audit/sign-in-acts.ts';
import { anchorFile, type Anchor } from '../operations/audit/anchor-file.ts';
import { startAnchoring, type Anchoring } from '../operations/audit/anchoring.ts';
import { createAudit } from '../operations/audit/audit.ts';
import { auditRoutes } from '../operations/audit/audit-routes.ts';
import { closeLeftActs } from '../operations/audit/left-acts.ts';
import { knownName, recordRecovered, recordSessionEnd } from '../operations/audit/sign-ins.ts';
import { startWebhook } from '../operations/audit/webhook.ts';
import { createSettlements } from '../operations/dispatch/batches/batch-record.ts';
import type { Clock } from '../lib/clock.ts';
import type { ConsoleConfig } from './config.ts';
import type { Route } from '../bff/http/route.ts';
import type { AuthParts } from '../bff/session/auth-routes.ts';
import type { EndedSession } from '../bff/session/sessions.ts';
import type { Store } from '../store/schema/schema.ts';
import { templateRoutes } from '../operations/templates/template-routes.ts';

/** The audit log and the templates of a running console. */
export interface Records extends SignInParts, Pick<AuthParts, 'recordSignIn'> {
  routes: Route[];
  readonly onSessionEnd: (session: EndedSession) => void;
  /** Starts recording settled batches, and anchoring the audit log. */
  start(): void;
  /** Writes pending records. */
  stop(): Promise<void>;
}

/**
 * Starts recording. Must be called before intents left by a stopped process become unknown: that is recorded
 * too.
 * @param warn called for records that could not be written
 * @param onAnchor called with each anchored head of the audit log
 */
export async function startRecords(parts: {
  db: Kysely<Store>;
  clock: Clock;
  config: Pick<ConsoleConfig, 'dataDir' | 'auditWebhookUrl'>;
  warn: (error: unknown, what: string) => void;
  onAnchor: (anchor: Anchor) => void;
}): Promise<Records> {
  const { db, clock, config, warn } = parts;
  const anchors = anchorFile(config.dataDir);
  let anchoring: Anchoring | null = null;
  const onRow = () => anchoring?.onRow();
  const onError = (error: unknown) => {
    warn(error, 'a row of the audit log could not be written');
  };
  const audit = createAudit({ db, clock, onError, onRow });
  await closeLeftActs(db, audit);
  await recordRecovered(db, audit);
  const settlements = createSettlements({
    db,
    clock,
    audit,
    onError: (error, dispatchId) => {
      warn(error, `the hash of ${dispatchId ?? 'a batch'} could not be recorded`);
    },
  });
  const webhook =
    config.auditWebhookUrl === null
      ? null
      : startWebhook({
          url: config.auditWebhookUrl,
          clock,
          onError: (error) => {
            warn(error, 'the head of the audit log could not be sent to AUDIT_WEBHOOK_URL');
          },
        });
  const ends = new Set<Promise<void>>();
  return {
    audit,
    recordSignIn: (request) => recordSignIn(audit, request),
    knownName: (name) => knownName(db, name),
    routes: [...auditRoutes({ db, clock, anchors, onRow }), ...templateRoutes(db, clock)],
    onSessionEnd(session) {
      const writing = recordSessionEnd(db, audit, session)
        .catch(onError)
        .finally(() => ends.delete(writing));
      ends.add(writing);
    },
    start() {
      settlements.wake();
      anchoring = startAnchoring({
        db,
        clock,
        file: anchors,
        onAnchor(anchor) {
          parts.onAnchor(anchor);
          webhook?.send(anchor);
        },
        onError: warn,
      });
    },
    async stop() {
      await settlements.stop();
      await Promise.all(ends);
      await audit.flush();
      await anchoring?.stop();
      await webhook?.stop();
    },
  };
}
