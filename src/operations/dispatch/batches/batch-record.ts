import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { BatchRecord, type BatchDetail } from '../../../contract/console/batch.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { SETTLING } from '../../../domain/unknown-outcome.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import type { Audit } from '../../audit/audit.ts';
import { NOBODY_ASKED } from '../../audit/chain.ts';
import { isUnsettled, RECORD_DUE, takeRecord } from '../unsettled.ts';
import { summariesOf } from './batch-summary.ts';
import { observationsOf } from './command-rows.ts';

/** How often settled batches are looked for, and when again after a failure, in milliseconds. */
const LOOK_EVERY_MS = 1000;
const AGAIN_MS = 30_000;

const Kept = z.object({ sha256: z.string() });

/**
 * What was sent and what became of it until it was settled, from rows that do not change after that.
 * Must be called inside a transaction, so that no change falls between its reads.
 * @param now milliseconds since the epoch
 */
export async function recordOf(
  db: Kysely<Store>,
  intent: IntentRow,
  now: number,
): Promise<BatchRecord> {
  const [batch] = await summariesOf(db, [intent], now);
  const members = await db
    .selectFrom('intent_members')
    .where('dispatch_id', '=', intent.id)
    .orderBy('entity_id')
    .select(['entity_id as entityId', 'name as entityName', 'type as entityType'])
    .execute();
  const commands = await db
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', intent.id)
    .where('found_late_at', 'is', null)
    .orderBy('position')
    .selectAll()
    .execute();
  const changes = await db
    .selectFrom('command_changes')
    .innerJoin('sent_commands', 'sent_commands.key', 'command_changes.command_key')
    .where('sent_commands.dispatch_id', '=', intent.id)
    .orderBy('command_changes.sequence')
    .selectAll('command_changes')
    .execute();
  const byKey = groupBy(changes, ({ command_key: key }) => key);
  // The schema omits what does not belong to the record.
  return BatchRecord.parse({
    format: 'gridhelm-batch-1',
    batch,
    bodyHash: intent.body_hash,
    upstreamStatus: intent.upstream_status,
    members,
    commands: commands.map((command) => ({
      position: command.position,
      commandId: command.id,
      entityId: command.entity_id,
      type: command.type,
      observations: observationsOf(byKey.get(command.key) ?? [], command).filter(
        ({ late }) => !late,
      ),
    })),
  });
}

/** SHA-256 of the canonical JSON of a record, in hex. */
export function hashOf(record: BatchRecord): string {
  return createHash('sha256').update(canonicalJson(record)).digest('hex');
}

/** The hash of a batch's record, from the audit log; null until it is settled. */
export async function keptHash(db: Kysely<Store>, id: string): Promise<BatchDetail['record']> {
  const row = await db
    .selectFrom('audit_log')
    .where('action', '=', 'batch-settled')
    .where('intent_id', '=', id)
    .orderBy('sequence')
    .select(['at', 'body'])
    .executeTakeFirst();
  const kept = fromNullableJson(Kept, row?.body ?? null);
  return row === undefined || kept === null ? null : { hash: kept.sha256, at: isoInstant(row.at) };
}

/** What writes these hashes. */
interface SettlementParts {
  db: Kysely<Store>;
  clock: Clock;
  audit: Pick<Audit, 'transaction'>;
  /** Called for a batch whose hash could not be written, or if none could be looked for. */
  onError: (error: unknown, dispatchId: string | null) => void;
}

/** Keeps the hash of a batch, unless it has not settled yet or another process keeps it. */
async function settle({ db, clock, audit }: SettlementParts, intent: IntentRow): Promise<void> {
  const now = clock.now();
  const [batch] = await summariesOf(db, [intent], now);
  if (batch?.settled !== true) return;
  await audit.transaction(async (trx, add) => {
    if (!(await takeRecord(trx, intent.id))) return;
    add({
      ...NOBODY_ASKED,
      action: 'batch-settled',
      outcome: 'done',
      operator: null,
      sessionHash: null,
      dispatchId: intent.id,
      body: { sha256: hashOf(await recordOf(trx, intent, now)) },
    });
  });
}

/**
 * Dispatches without a kept record whose Commands have all settled, and whose outcome is known, decided, or not
 * looked for any more: see `isDone`, which decides.
 */
function settledDue(db: Kysely<Store>) {
  return db
    .selectFrom('intents')
    .where(isUnsettled)
    .where('unsettled', '=', RECORD_DUE)
    .where('outcome', '<>', 'sending')
    .where(
      sql<boolean>`not exists (select 1 from sent_commands c
          where c.dispatch_id = intents.id and c.settled = 0)
        and (outcome <> 'unknown' and unaccounted = 0
          or exists (select 1 from closings x where x.dispatch_id = intents.id)
          or exists (select 1 from resolutions r where r.dispatch_id = intents.id
            and (r.verdict in (${sql.join(SETTLING)}) or intents.next_check_at is null)))`,
    )
    .selectAll('intents');
}

/**
 * Writes the hash of each settled batch that has none into the audit log.
 * @returns whether that worked for all of them
 */
export async function settleDue(parts: SettlementParts): Promise<boolean> {
  const due = await settledDue(parts.db).execute();
  let worked = true;
  for (const intent of due) {
    await settle(parts, intent).catch((error: unknown) => {
      worked = false;
      parts.onError(error, intent.id);
    });
  }
  return worked;
}

/** Creates the one loop that does this; `wake` starts it. */
export function createSettlements(parts: SettlementParts): WorkLoop {
  return createWorkLoop({
    clock: parts.clock,
    holdMs: () => LOOK_EVERY_MS,
    errorPauseMs: AGAIN_MS,
    onError: (error) => {
      parts.onError(error, null);
    },
    look: async () => ((await settleDue(parts)) ? LOOK_EVERY_MS : AGAIN_MS),
  });
}
