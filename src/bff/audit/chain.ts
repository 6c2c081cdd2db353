import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { AuditAction } from '../../contract/console/audit.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { AuditLogRow, Store } from '../store/schema.ts';

/** What stands for the hash before the first row. */
export const NO_HASH = '0'.repeat(64);
/** Name of the counter that holds the number of the last row. */
const HEAD = 'audit';
/** Longest body that is kept, in characters; of longer ones the beginning is. */
const BODY_MAX = 4000;
/** Longest text of any other field. */
const TEXT_MAX = 500;

/** Something that happened, as it is recorded. */
export interface AuditEntry {
  action: AuditAction;
  /** `begun` before an act; `done`, `accepted`, `refused`, `unknown` or `failed` after it. */
  outcome: string;
  operator: { id: string; name: string } | null;
  sessionHash: string | null;
  address: string | null;
  requestId: string | null;
  target: string | null;
  /** What was asked for; kept as JSON. Never a password, token or header. */
  body: unknown;
  upstreamStatus: number | null;
  intentId: string | null;
}

/** SHA-256 over the canonical JSON of all fields but the hash itself. */
export function hashOfRow(row: Omit<AuditLogRow, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(row)).digest('hex');
}

/** A text without what would end a line or hide a part of it where the log is read. */
function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function oneLineOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : oneLine(text).slice(0, TEXT_MAX);
}

function bodyText(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = oneLine(JSON.stringify(body));
  return text.length <= BODY_MAX ? text : `${text.slice(0, BODY_MAX)}…`;
}

/** Takes the next number. The counter is locked until the transaction ends, so two writers cannot fork. */
async function nextSequence(trx: Transaction<Store>): Promise<number> {
  const row = await trx
    .insertInto('counters')
    .values({ name: HEAD, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((old) => ({ value: old('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/**
 * Adds a row to the audit log, inside the transaction of what it speaks of or in one of its own.
 * @param now milliseconds since the epoch
 */
export async function appendAudit(
  trx: Transaction<Store>,
  entry: AuditEntry,
  now: number,
): Promise<void> {
  const sequence = await nextSequence(trx);
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
    operator_id: entry.operator?.id ?? null,
    operator_name: oneLineOrNull(entry.operator?.name),
    session_hash: entry.sessionHash,
    address: oneLineOrNull(entry.address),
    request_id: entry.requestId,
    target: oneLineOrNull(entry.target),
    body: bodyText(entry.body),
    outcome: entry.outcome,
    upstream_status: entry.upstreamStatus,
    intent_id: entry.intentId,
    previous_hash: last?.hash ?? NO_HASH,
  };
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash: hashOfRow(row) })
    .execute();
}

/** What a walk along the chain found. */
export interface ChainCheck {
  rows: number;
  holds: boolean;
  /** Number of the first row that is wrong or missing, or null. */
  brokenAt: number | null;
  words: string;
}

/** Rows read at once. */
const PAGE = 1000;

/**
 * Walks the whole chain. Finds a row that was changed, removed or put in between, the last ones too. It
 * cannot find a log that somebody rewrote from some row to its end together with its counter.
 */
export async function verifyChain(db: Kysely<Store>): Promise<ChainCheck> {
  // Read first: rows that are added meanwhile are then beyond what is expected, never short of it.
  const counter = await db
    .selectFrom('counters')
    .where('name', '=', HEAD)
    .select('value')
    .executeTakeFirst();
  const head = counter?.value ?? 0;
  let expected = 1;
  let previous = NO_HASH;
  const broken = (at: number, words: string) => ({
    rows: expected - 1,
    holds: false,
    brokenAt: at,
    words,
  });
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', '>=', expected)
      .orderBy('sequence')
      .limit(PAGE)
      .selectAll()
      .execute();
    for (const { hash, ...row } of rows) {
      if (row.sequence !== expected) {
        return broken(expected, `Row ${expected} is missing.`);
      }
      if (hashOfRow(row) !== hash) {
        return broken(expected, `Row ${expected} is not as it was written.`);
      }
      if (row.previous_hash !== previous) {
        return broken(expected, `Row ${expected} does not follow the one before it.`);
      }
      previous = hash;
      expected += 1;
    }
    if (rows.length < PAGE) break;
  }
  if (expected <= head) return broken(expected, `Row ${expected} is missing at the end.`);
  const rows = expected - 1;
  const words =
    rows === 0
      ? 'The log is empty.'
      : `All ${rows} rows are as they were written, and none is missing.`;
  return { rows, holds: true, brokenAt: null, words };
}
