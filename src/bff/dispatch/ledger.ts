import type { Kysely, Transaction } from 'kysely';
import type { Command } from '../../contract/command.ts';
import { isSettled, verdictOf } from '../../domain/command-status.ts';
import { instantMs } from '../../domain/instant.ts';
import { PREVIOUS_HEADER } from '../../contract/console/routes.ts';
import { failure, invalid } from '../problems.ts';
import type { SignedIn } from '../session/sessions.ts';
import { toNullableJson } from '../store/json.ts';
import type { CommandRow, IntentRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import { findGuardFindings, requireCovered } from './guard.ts';
import { unknownOutcome, type Outcome } from './outcome.ts';
import { awaitsVerification, firstPollAt, FIRST_INTERVAL_MS } from './poll-plan.ts';
import type { DispatchRequest } from './request.ts';

/** Rows per statement. */
const CHUNK = 500;

/** Why an intent that was `sending` at the start is unknown. */
const STOPPED = 'The console stopped before the answer was stored.';

/** What of an intent its outcome needs. */
interface RecordedIntent {
  key: string;
  kind: string;
}

/** The intent of a key, or null. */
export async function findIntent(db: Kysely<Store>, key: string): Promise<IntentRow | null> {
  const row = await db.selectFrom('intents').where('id', '=', key).selectAll().executeTakeFirst();
  return row ?? null;
}

async function frozenMembers(trx: Transaction<Store>, collectiveId: string) {
  return trx
    .selectFrom('memberships')
    .innerJoin('entities', 'entities.id', 'memberships.entity_id')
    .where('memberships.collective_id', '=', collectiveId)
    .where('entities.archived', '=', 0)
    .select(['entities.id', 'entities.name', 'entities.type'])
    .execute();
}

/** Refuses a schedule with an instant that has passed; the row is named as the contract counts them. */
function refusePast(request: DispatchRequest, now: number): void {
  for (const [index, { triggerTime }] of request.items.entries()) {
    const at = instantMs(triggerTime);
    if (at === null || at >= now) continue;
    throw invalid(
      `${index}.triggerTime`,
      `Row ${index + 1}: ${triggerTime} has passed. Nothing was sent.`,
    );
  }
}

/** Links an intent to the one it repeats, which must be of the same Collective. */
async function linkPrevious(
  trx: Transaction<Store>,
  { previousId, collectiveId }: DispatchRequest,
  version: number,
): Promise<void> {
  if (previousId === null) return;
  const linked = await trx
    .updateTable('intents')
    .set({ version })
    .where('id', '=', previousId)
    .where('collective_id', '=', collectiveId)
    .executeTakeFirst();
  if (linked.numUpdatedRows === 1n) return;
  throw invalid(
    PREVIOUS_HEADER,
    `There is no batch ${previousId} of this Collective to repeat. Nothing was sent.`,
  );
}

/**
 * Makes an intent durable, with the membership as it is known now and the warnings that it overrides.
 * When this returns null, the intent survives the death of the process and of the machine.
 * @param at now in milliseconds since the epoch, and the guard's window in milliseconds
 * @returns the intent that has the key already, whatever the guard would say today; else null
 * @throws Failure 404 where the Collective is not in the directory, 400 where a trigger time has passed
 *   or the repeated batch is another Collective's, 409 where the guard finds what is not overridden
 */
export async function recordIntent(
  db: Kysely<Store>,
  request: DispatchRequest,
  by: SignedIn,
  { now, guardWindowMs }: { now: number; guardWindowMs: number },
): Promise<IntentRow | null> {
  return db.transaction().execute(async (trx) => {
    // First of all: taking the number makes all writers wait, so the guard sees what they have stored.
    const version = await nextVersion(trx);
    const taken = await findIntent(trx, request.key);
    if (taken !== null) return taken;
    const collective = await trx
      .selectFrom('collectives')
      .where('id', '=', request.collectiveId)
      .where('archived', '=', 0)
      .select('name')
      .executeTakeFirst();
    if (collective === undefined) {
      throw failure(
        404,
        'not_found',
        `The Collective ${request.collectiveId} is not in the directory, nothing was sent.`,
      );
    }
    refusePast(request, now);
    await linkPrevious(trx, request, version);
    const overridden = requireCovered(
      await findGuardFindings(trx, request, now, guardWindowMs),
      request.overrides,
    );
    const members = await frozenMembers(trx, request.collectiveId);
    await trx
      .insertInto('intents')
      .values({
        id: request.key,
        operator_id: by.operator.id,
        operator_name: by.operator.name,
        session_hash: by.sessionHash,
        collective_id: request.collectiveId,
        collective_name: collective.name,
        kind: request.kind,
        items: JSON.stringify(request.items),
        ignore_cooldown: request.ignoreCooldown ? 1 : 0,
        reason: request.reason,
        body_hash: request.bodyHash,
        member_count: members.length,
        created_at: now,
        outcome: 'sending',
        planned: request.kind === 'now' ? null : JSON.stringify(request.planned),
        overridden: overridden.length === 0 ? null : JSON.stringify(overridden),
        previous_id: request.previousId,
        version,
      })
      .execute();
    for (let at = 0; at < members.length; at += CHUNK) {
      await trx
        .insertInto('intent_members')
        .values(
          members.slice(at, at + CHUNK).map((member) => ({
            intent_id: request.key,
            entity_id: member.id,
            name: member.name,
            type: member.type,
          })),
        )
        .execute();
    }
    return null;
  });
}

/**
 * A Command as the ledger begins to follow it.
 * @param now milliseconds since the epoch
 */
export function commandRow(
  intent: RecordedIntent,
  position: number,
  command: Command,
  now: number,
  version: number,
): CommandRow {
  // A Command for now is read at once: the Service's clock may run ahead of this machine's.
  const triggerAt = instantMs(command.triggerTime);
  const dueAt = intent.kind === 'now' ? null : triggerAt;
  return {
    intent_id: intent.key,
    position,
    id: command.id,
    entity_id: command.entityId,
    type: command.type,
    value: command.value,
    trigger_time: command.triggerTime,
    status: command.status,
    error: toNullableJson(command.error),
    verification: toNullableJson(command.verification),
    observed_at: now,
    changed_at: now,
    read_error: null,
    settled: isSettled(command) && !awaitsVerification(command) ? 1 : 0,
    due_at: Math.max(dueAt ?? now, now),
    poll_interval: FIRST_INTERVAL_MS,
    next_poll_at: firstPollAt(now, dueAt),
    changes: 1,
    verdict: verdictOf(command),
    version,
    trigger_at: triggerAt,
    matched: null,
    late_change_at: null,
    acknowledged_at: command.status === 'Succeeded' ? now : null,
  };
}

async function recordCommands(
  trx: Transaction<Store>,
  intent: RecordedIntent,
  commands: readonly Command[],
  at: { now: number; version: number },
): Promise<void> {
  const { now, version } = at;
  const rows = commands.map((command, position) =>
    commandRow(intent, position, command, now, version),
  );
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    await trx.insertInto('commands').values(part).execute();
    await trx
      .insertInto('command_observations')
      .values(
        part.map((row) => ({
          intent_id: intent.key,
          position: row.position,
          sequence: 0,
          seen_at: now,
          status: row.status,
          verification: row.verification,
          error: row.error,
          late: 0,
        })),
      )
      .execute();
  }
}

/** Stores what became of an intent, together with the Commands of an accepted one. */
export async function recordOutcome(
  db: Kysely<Store>,
  intent: RecordedIntent,
  outcome: Outcome,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const accepted = outcome.outcome === 'accepted';
    const version = await nextVersion(trx);
    await trx
      .updateTable('intents')
      .set({
        outcome: outcome.outcome,
        outcome_at: now,
        batch_id: accepted ? outcome.batch.batchId : null,
        answer_status: accepted ? 201 : outcome.status,
        answer: JSON.stringify(accepted ? outcome.batch : outcome.failure),
        upstream_status: outcome.upstreamStatus,
        unknown_cause: accepted ? null : outcome.cause,
        version,
      })
      .where('id', '=', intent.key)
      .where('outcome', '=', 'sending')
      .execute();
    if (accepted) await recordCommands(trx, intent, outcome.batch.commands, { now, version });
  });
}

/**
 * Makes every intent unknown that a stopped process left without an outcome. To be called before
 * anything is served.
 * @returns how many there were
 */
export async function recoverIntents(db: Kysely<Store>, now: number): Promise<number> {
  const left = await db
    .selectFrom('intents')
    .where('outcome', '=', 'sending')
    .select(['id as key', 'kind'])
    .execute();
  for (const intent of left) {
    const outcome = unknownOutcome(intent.key, STOPPED, { status: 502, upstreamStatus: null });
    await recordOutcome(db, intent, outcome, now);
  }
  return left.length;
}
