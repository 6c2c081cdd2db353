import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuditAction } from '../../contract/console/audit.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { beginningOf, storable } from '../../lib/well-formed.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';

/** Replaces the hash before the first row. */
export const NO_HASH = '0'.repeat(64);
/** Name of the counter with the number of the last row. */
export const HEAD = 'audit';
/** Maximum stored body, in characters; longer ones are cut. */
const BODY_MAX = 4000;
/** Ends a body that was cut. */
export const CUT = '…';
/** Maximum text of any other field, in characters. */
const TEXT_MAX = 500;

/** An event to record. */
export interface AuditEntry {
  action: AuditAction;
  /** `begun` before an act; `done`, `accepted`, `refused`, `unknown`, `failed` or `cut off` after it; `repeated`. */
  outcome: string;
  operator: { id: string; name: string } | null;
  sessionHash: string | null;
  address: string | null;
  requestId: string | null;
  target: string | null;
  /** The request's content; stored as JSON. Never a password, token or header. */
  body: unknown;
  upstreamStatus: number | null;
  dispatchId: string | null;
}

/**
 * SHA-256 over the canonical JSON of all fields but the hash itself. The fields must be as read back
 * from the store.
 */
export function hashOfRow(row: Omit<AuditLogRow, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(row)).digest('hex');
}

/** A text without characters that end a line or hide a part of it. */
function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function oneLineOrNull(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return beginningOf(storable(oneLine(text)), TEXT_MAX);
}

function bodyText(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = storable(oneLine(JSON.stringify(body)));
  return text.length <= BODY_MAX ? text : `${beginningOf(text, BODY_MAX)}${CUT}`;
}

/** The tables that the log is written to. */
export type AuditTables = Pick<Store, 'audit_log' | 'counters'>;

/**
 * Takes the next number. The counter is locked until the transaction ends, so two writers cannot fork.
 * It is updated, never replaced: the store refuses that, so the head cannot be set back.
 */
async function nextSequence(trx: Transaction<AuditTables>, above: number): Promise<number> {
  const row = await trx
    .updateTable('counters')
    .set(({ eb }) => ({
      value: eb
        .case()
        .when('value', '<', above)
        .then(above + 1)
        .else(eb('value', '+', 1))
        .end(),
    }))
    .where('name', '=', HEAD)
    .returning('value')
    .executeTakeFirst();
  if (row !== undefined) return row.value;
  const first = { name: HEAD, value: above + 1 };
  await trx.insertInto('counters').values(first).execute();
  return first.value;
}

/**
 * Adds a row to the audit log, inside the transaction of the act it records or in a separate one.
 * @param now milliseconds since the epoch
 * @param above the row gets a number above this one
 * @returns the number of the row
 */
export async function appendAudit(
  trx: Transaction<AuditTables>,
  entry: AuditEntry,
  now: number,
  above = 0,
): Promise<number> {
  const sequence = await nextSequence(trx, above);
  const last = await trx
    .selectFrom('audit_log')
    .orderBy('sequence', 'desc')
    .limit(1)
    .select('hash')
    .executeTakeFirst();
  const row = {
    sequence,
    at: now,
    action: entry.action,
    operator_id: oneLineOrNull(entry.operator?.id),
    operator_name: oneLineOrNull(entry.operator?.name),
    session_hash: oneLineOrNull(entry.sessionHash),
    address: oneLineOrNull(entry.address),
    request_id: oneLineOrNull(entry.requestId),
    target: oneLineOrNull(entry.target),
    body: bodyText(entry.body),
    outcome: storable(entry.outcome),
    upstream_status: entry.upstreamStatus,
    intent_id: oneLineOrNull(entry.dispatchId),
    previous_hash: last?.hash ?? NO_HASH,
  };
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash: hashOfRow(row) })
    .execute();
  return sequence;
}
