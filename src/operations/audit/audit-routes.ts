import { sql, type Kysely } from 'kysely';
import {
  MOST_BREAKS,
  MadeFile,
  NO_OUTCOME,
  type AuditCheck,
  type AuditPage,
  type AuditRow,
} from '../../contract/console/audit.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { z } from '../../contract/zod.ts';
import { instantMs, isoInstant } from '../../domain/instant.ts';
import { defineRoute } from '../../http/define-route.ts';
import { act, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import { verifyChain } from './verify.ts';

const DEFAULT_LIMIT = 100;
/** Characters of a session's hash that are shown: enough to tell sessions apart. */
const SESSION_SHOWN = 10;

type AuditQuery = z.infer<(typeof CONSOLE_ROUTES)['audit']['query']>;

/** An act without an outcome after this time, in milliseconds, has none, as after a crash. */
const LONGEST_ACT_MS = 10 * 60_000;

function shown({ is_open: isOpen, ...row }: AuditLogRow & { is_open: unknown }): AuditRow {
  return {
    sequence: row.sequence,
    at: isoInstant(row.at),
    action: row.action,
    operatorName: row.operator_name,
    session: row.session_hash?.slice(0, SESSION_SHOWN) ?? null,
    address: row.address,
    requestId: row.request_id,
    target: row.target,
    body: row.body,
    outcome: Number(isOpen) === 0 ? row.outcome : NO_OUTCOME,
    upstreamStatus: row.upstream_status,
    dispatchId: row.intent_id,
    hash: row.hash,
  };
}

/** Whether a row began an act of a request that was left without an outcome. What a dispatch overrides has none. */
const leftOpen = (now: number) =>
  sql`case when outcome = 'begun' and request_id is not null
  and at < ${now - LONGEST_ACT_MS} and action not in ('guard-overridden', 'cooldown-overridden')
  and not exists (select 1 from audit_log as later where later.action = audit_log.action
    and later.sequence > audit_log.sequence
    and (later.request_id = audit_log.request_id
      or (later.action = 'dispatch' and later.intent_id = audit_log.intent_id)))
  then 1 else 0 end`.as('is_open');

/**
 * Rows of the audit log, newest first.
 * @param filter exact action and operator; rows at or after `from` and before `to`; rows below `before`
 * @param now milliseconds since the epoch
 */
export async function readAudit(
  db: Kysely<Store>,
  filter: AuditQuery,
  now: number,
): Promise<AuditPage> {
  const limit = filter.limit ?? DEFAULT_LIMIT;
  let query = db
    .selectFrom('audit_log')
    .orderBy('sequence', 'desc')
    // One more than shown: whether there are older ones.
    .limit(limit + 1)
    .selectAll()
    .select(leftOpen(now));
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.operatorName !== undefined) {
    query = query.where('operator_name', '=', filter.operatorName);
  }
  const from = instantMs(filter.from ?? null);
  const to = instantMs(filter.to ?? null);
  if (from !== null) query = query.where('at', '>=', from);
  if (to !== null) query = query.where('at', '<', to);
  if (filter.before !== undefined) query = query.where('sequence', '<', filter.before);
  const found = await query.execute();
  const rows = found.slice(0, limit).map(shown);
  const last = rows.at(-1);
  return {
    rows,
    before: found.length > limit && last !== undefined ? last.sequence : null,
    asOf: isoInstant(now),
  };
}

/** The target of a recorded file: its subject. */
function fileTarget(body: unknown): string {
  const file = MadeFile.safeParse(body).data;
  if (file === undefined) return 'a file';
  return file.id === null ? file.what : `${file.what} ${file.id}`;
}

/** Checks the chain of the audit log. */
async function checkAudit(db: Kysely<Store>, now: number): Promise<AuditCheck> {
  const { rows, breaks } = await verifyChain(db);
  return {
    rows,
    checkedAt: isoInstant(now),
    breaks: breaks.slice(0, MOST_BREAKS),
    breaksTotal: breaks.length,
  };
}

/** The routes of the audit log. */
export function auditRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { audit, checkAudit: check, recordFile } = CONSOLE_ROUTES;
  const reads = { permission: 'read-audit', audit: 'none' } as const;
  // Checking a long log takes time; requests that arrive meanwhile share one check.
  let checking: Promise<AuditCheck> | null = null;
  return [
    defineRoute(audit, reads, ({ query }) => readAudit(db, query, clock.now())),
    defineRoute(check, reads, () => {
      checking ??= checkAudit(db, clock.now()).finally(() => {
        checking = null;
      });
      return checking;
    }),
    defineRoute(
      recordFile,
      { permission: 'read', audit: act('export', fileTarget, { needsRoom: false }) },
      // Only the recording is needed.
      ({ record }) => record.done(() => Promise.resolve()),
    ),
  ];
}
