import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { AuditAction } from '../../contract/console/audit.ts';
import { chunks } from '../../store/chunks.ts';
import { readCounter, setCounter } from '../../store/counters.ts';
import type { AuditLogRow, Store } from '../../store/schema/schema.ts';
import type { Audit } from './audit.ts';
import { HEAD, type AuditEntry } from './chain.ts';

/** The counter with the number of the row up to which every act has an outcome. */
const CLOSED_TO = 'audit-closed';
/** Rows that are looked at together. */
const AT_ONCE = 1000;
/** What a dispatch overrides has no outcome. */
const WITHOUT: readonly string[] = ['guard-overridden', 'cooldown-overridden'];

/** Numbers of the rows after one that began an act of a request, and of which no row says how it ended. */
async function leftOpen(db: Kysely<Store>, after: number): Promise<number[]> {
  const open = new Map<string, number>();
  for (let from = after; ;) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', '>', from)
      .orderBy('sequence')
      .limit(AT_ONCE)
      .select(['sequence', 'action', 'outcome', 'request_id'])
      .execute();
    for (const { sequence, action, outcome, request_id: request } of rows) {
      from = sequence;
      if (request === null || WITHOUT.includes(action)) continue;
      if (outcome === 'begun') open.set(`${action} ${request}`, sequence);
      else open.delete(`${action} ${request}`);
    }
    if (rows.length < AT_ONCE) return [...open.values()];
    await turn();
  }
}

/** The row with the outcome of an act that was begun; null: this version does not know such acts. */
function entryOf(row: AuditLogRow): AuditEntry | null {
  const action = AuditAction.safeParse(row.action).data;
  if (action === undefined) return null;
  const { operator_id: id, operator_name: name } = row;
  return {
    action,
    outcome: 'unknown',
    operator: id === null ? null : { id, name: name ?? id },
    sessionHash: row.session_hash,
    address: row.address,
    requestId: row.request_id,
    target: row.target,
    body: { why: 'The console stopped before the act ended.' },
    upstreamStatus: null,
    dispatchId: row.intent_id,
  };
}

/** The outcome of a dispatch whose row alone was lost; null: it has none yet, see `recordRecovered`. */
async function dispatchEnd(db: Kysely<Store>, id: string): Promise<Partial<AuditEntry> | null> {
  const intent = await db
    .selectFrom('intents')
    .where('id', '=', id)
    .select(['outcome', 'upstream_status'])
    .executeTakeFirst();
  if (intent === undefined) return {};
  if (intent.outcome === 'sending') return null;
  const body = { why: 'The console could not record this when the dispatch ended.' };
  return { outcome: intent.outcome, upstreamStatus: intent.upstream_status, body };
}

/**
 * Records the end of acts that a stopped process began and whose end is not recorded: a dispatch has its stored
 * outcome, others are unknown. Must be called at the start, before anything else is recorded.
 */
export async function closeLeftActs(db: Kysely<Store>, audit: Audit): Promise<void> {
  const closedTo = (await readCounter(db, CLOSED_TO)) ?? 0;
  const left = await leftOpen(db, closedTo);
  for (const part of chunks(left)) {
    const rows = await db
      .selectFrom('audit_log')
      .where('sequence', 'in', part)
      .orderBy('sequence')
      .selectAll()
      .execute();
    const entries: AuditEntry[] = [];
    for (const row of rows) {
      const entry = entryOf(row);
      const { action, intent_id: id } = row;
      const end = action === 'dispatch' && id !== null ? await dispatchEnd(db, id) : {};
      if (entry !== null && end !== null) entries.push({ ...entry, ...end });
    }
    await audit.record(...entries);
  }
  const head = await readCounter(db, HEAD);
  if (head !== null && head !== closedTo) await setCounter(db, CLOSED_TO, head);
}
