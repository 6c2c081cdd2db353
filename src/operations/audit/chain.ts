import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { AuditAction } from '../../contract/console/audit.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { keysOf } from '../../lib/objects.ts';
import { insertRows, runBuilt } from '../../store/insert-rows.ts';
import { beginningOf, storable } from '../../lib/well-formed.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';

/** Replaces the hash before the first row. */
export const NO_HASH = '0'.repeat(64);
/** Name of the counter with the number of the last row. */
export const HEAD = 'audit';
/** Maximum stored body, in characters; longer ones are cut. */
const BODY_MAX = 4000;
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

/** The fields of an event that no request caused. */
export const NOBODY_ASKED: Omit<AuditEntry, 'action' | 'outcome'> = {
  operator: null,
  sessionHash: null,
  address: null,
  requestId: null,
  target: null,
  body: null,
  upstreamStatus: null,
  dispatchId: null,
};

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
  return text.length <= BODY_MAX ? text : `${beginningOf(text, BODY_MAX)}…`;
}

/** The tables that the log is written to. */
export type AuditTables = Pick<Store, 'audit_log' | 'counters'>;

/**
 * Takes numbers for rows. The counter is locked until the transaction ends, so two writers cannot fork. It is
 * updated, never replaced: the store refuses that, so the head cannot be set back.
 * @returns the number of the last of them
 */
async function takeNumbers(trx: Transaction<AuditTables>, count: number): Promise<number> {
  const build = () => sql<{ value: number }>`update counters set value = value + ${count}
    where name = ${HEAD} returning value`;
  const take = async () =>
    (await runBuilt<AuditTables, { value: number }>(trx, 'take numbers', build, [count, HEAD]))
      .rows[0];
  const row = await take();
  if (row !== undefined) return row.value;
  // Of two first writers, the second waits for the other's row.
  await trx
    .insertInto('counters')
    .values({ name: HEAD, value: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await take();
  if (taken === undefined) throw new Error('the counter of the audit log is missing');
  return taken.value;
}

type Head = Pick<AuditLogRow, 'sequence' | 'hash'>;

/** The last row of the log; undefined: it is empty. */
export async function headOf(db: Kysely<AuditTables>): Promise<Head | undefined> {
  const build = () =>
    sql<Head>`select sequence, hash from audit_log order by sequence desc limit 1`;
  return (await runBuilt<AuditTables, Head>(db, 'head', build, [])).rows[0];
}

/**
 * Adds rows to the audit log. It must be the last of a transaction, since it locks the log until the end of it.
 * @param now milliseconds since the epoch
 */
export async function appendAudit(
  trx: Transaction<AuditTables>,
  entries: readonly AuditEntry[],
  now: number,
): Promise<void> {
  if (entries.length === 0) return;
  let sequence = (await takeNumbers(trx, entries.length)) - entries.length;
  let previous = (await headOf(trx))?.hash ?? NO_HASH;
  const rows: AuditLogRow[] = [];
  for (const entry of entries) {
    sequence += 1;
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
      previous_hash: previous,
    };
    previous = hashOfRow(row);
    rows.push({ ...row, hash: previous });
  }
  const [first] = rows;
  if (first === undefined) return;
  await insertRows<AuditTables, 'audit_log', keyof AuditLogRow>(
    trx,
    'audit_log',
    keysOf(first),
    rows,
  );
}
