import type { Kysely, Transaction } from 'kysely';
import { CommandBatch, ScheduledCommandRequest, type Command } from '../../../contract/command.ts';
import { z } from '../../../contract/zod.ts';
import { instantMs } from '../../../domain/instant.ts';
import { unrequestedOf } from '../../../domain/requested-commands.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { PREVIOUS_HEADER } from '../../../contract/console/headers.ts';
import { failure, invalid } from '../../../bff/http/problems.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import { insertRows } from '../../../store/insert-rows.ts';
import { fromJson } from '../../../store/json.ts';
import type { CommandRow, IntentRow, Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { recordAlsoCommanded } from '../batches/also-commanded.ts';
import type { AddRows } from '../../audit/audit.ts';
import { commandRow, insertCommands } from '../batches/command-rows.ts';
import { effectSpan } from './effect-span.ts';
import { judge, requireCovered } from '../check/guard.ts';
import { readSituation } from '../check/situation.ts';
import { recordTypes } from './intent-types.ts';
import { unknownOutcome, type Outcome } from './outcome.ts';
import type { DispatchRequest } from './request.ts';
import { lockCollectives } from '../../directory/lock-collectives.ts';
import { recountUnaccounted } from '../resolve/unaccounted.ts';
import type { OffsetRange } from '../../../bff/upstream/service-clock.ts';

const Items = z.array(ScheduledCommandRequest);

const nothing: AddRows = () => Promise.resolve();

/** Why an intent that was `sending` at the start is unknown. */
const STOPPED = 'The console stopped before the answer was stored.';

/** The parts of an intent that its outcome needs. */
interface RecordedIntent {
  dispatchId: string;
  kind: string;
  items: readonly ScheduledCommandRequest[];
}

/** The intent of a dispatch, or null. */
export async function findIntent(db: Kysely<Store>, dispatchId: string): Promise<IntentRow | null> {
  const row = await db
    .selectFrom('intents')
    .where('id', '=', dispatchId)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Refuses a schedule with a past instant; rows are numbered as in the contract. */
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

/** Links an intent to the one it repeats, which must have the same Collective. */
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

/** The Service's answer to an accepted intent, verbatim. */
export async function findAcceptedBatch(
  db: Kysely<Store>,
  dispatchId: string,
): Promise<CommandBatch> {
  const row = await db
    .selectFrom('intent_batches')
    .where('dispatch_id', '=', dispatchId)
    .select('batch')
    .executeTakeFirstOrThrow();
  return fromJson(CommandBatch, row.batch);
}

/** The circumstances of a dispatch. */
interface RecordAt {
  /** Milliseconds since the epoch. */
  now: number;
  /** The guard's window for the same Command, in milliseconds. */
  guardWindowMs: number;
  /** The Service's clock by its Date headers; null: not known. */
  dates?: OffsetRange | null;
}

/**
 * Makes an intent durable, with the current membership and the overridden warnings. When this
 * returns null, the intent survives a crash of the process and of the machine.
 * @param add stores what belongs to it in the same transaction
 * @returns an existing intent with the same id, whatever the guard would find today; else null
 * @throws Failure 404 if the Collective is not in the directory, 400 if a trigger time has passed
 *   or the repeated batch has another Collective, 409 if a finding of the guard is not overridden
 */
export async function recordIntent(
  db: Kysely<Store>,
  request: DispatchRequest,
  by: SignedIn,
  { now, guardWindowMs, dates = null }: RecordAt,
  add: AddRows = nothing,
): Promise<IntentRow | null> {
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    // So that the guard sees the intents of others that reach the same Entities.
    await lockCollectives(trx, request.collectiveId);
    const taken = await findIntent(trx, request.dispatchId);
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
    const look = { now, windowMs: guardWindowMs };
    const situation = await readSituation(trx, request, look);
    const overridden = requireCovered(judge(situation, request, look), request.override);
    const effect = effectSpan(request.items, now);
    const { members } = situation;
    await trx
      .insertInto('intents')
      .values({
        id: request.dispatchId,
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
        unaccounted: 0,
        clock_low: dates === null ? null : Math.floor(dates.lowMs),
        clock_high: dates === null ? null : Math.ceil(dates.highMs),
        created_at: now,
        outcome: 'sending',
        planned: request.kind === 'now' ? null : JSON.stringify(request.planned),
        overridden: overridden === null ? null : JSON.stringify(overridden),
        previous_id: request.previousId,
        version,
        recorded_version: version,
        effect_from: effect.from,
        effect_to: effect.to,
      })
      .execute();
    await recordTypes(trx, request.dispatchId, request.items);
    const rows = members.map(({ id, name, type }) => ({
      dispatch_id: request.dispatchId,
      entity_id: id,
      name,
      type,
    }));
    await insertRows(trx, 'intent_members', ['dispatch_id', 'entity_id', 'name', 'type'], rows);
    await add(trx);
    return null;
  });
}

/**
 * Stores the outcome of an intent, together with the Commands of an accepted one.
 * @param add stores what belongs to it in the same transaction
 */
export async function recordOutcome(
  db: Kysely<Store>,
  intent: RecordedIntent,
  outcome: Outcome,
  now: number,
  add: AddRows = nothing,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await storeOutcome(trx, intent, outcome, now);
    await add(trx);
  });
}

/** The Commands of an answer as rows: one that it lists twice is one row. */
function rowsOfAnswer(
  intent: RecordedIntent,
  answered: readonly Command[],
  at: { now: number; version: number },
): CommandRow[] {
  const byId = new Map<string, Command>();
  const contradicted = new Set<string>();
  for (const command of answered) {
    const before = byId.get(command.id);
    if (before !== undefined && canonicalJson(before) !== canonicalJson(command)) {
      contradicted.add(command.id);
    }
    byId.set(command.id, command);
  }
  const commands = [...byId.values()];
  const unrequested = unrequestedOf(intent.items, commands);
  return commands.map((command, position) => {
    const row = commandRow(intent, position, command, at);
    return {
      ...row,
      // Listed with two states, it is read before it counts as ended.
      settled: contradicted.has(command.id) ? 0 : row.settled,
      verdict: unrequested.has(command) ? 'unrequested' : row.verdict,
    };
  });
}

async function storeOutcome(
  trx: Transaction<Store>,
  intent: RecordedIntent,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const accepted = outcome.outcome === 'accepted';
  const version = await nextVersion(trx);
  await trx
    .updateTable('intents')
    .set({
      outcome: outcome.outcome,
      outcome_at: now,
      batch_id: accepted ? outcome.batch.batchId : null,
      answer_status: accepted ? 201 : outcome.status,
      answer: accepted ? null : JSON.stringify(outcome.failure),
      upstream_status: outcome.upstreamStatus,
      unknown_cause: accepted ? null : outcome.cause,
      next_check_at: outcome.outcome === 'unknown' ? now : null,
      version,
    })
    .where('id', '=', intent.dispatchId)
    .where('outcome', '=', 'sending')
    .execute();
  const asked = { id: intent.dispatchId, items: JSON.stringify(intent.items) };
  if (outcome.outcome === 'unknown') await recountUnaccounted(trx, asked);
  if (!accepted) return;
  await trx
    .insertInto('intent_batches')
    .values({ dispatch_id: intent.dispatchId, batch: JSON.stringify(outcome.batch) })
    .execute();
  const rows = rowsOfAnswer(intent, outcome.batch.commands, { now, version });
  await insertCommands(trx, rows);
  await recordTypes(trx, intent.dispatchId, rows);
  await recordAlsoCommanded(trx, intent.dispatchId);
  // An Entity missing from the answer may still have been commanded.
  if ((await recountUnaccounted(trx, asked)) > 0) {
    await trx
      .updateTable('intents')
      .set({ next_check_at: now })
      .where('id', '=', intent.dispatchId)
      .execute();
  }
}

/**
 * Makes every intent unknown that a stopped process left without an outcome. Must be called before
 * the server takes requests.
 * @returns their number
 */
export async function recoverIntents(db: Kysely<Store>, now: number): Promise<number> {
  const left = await db
    .selectFrom('intents')
    .where('outcome', '=', 'sending')
    .select(['id', 'kind', 'items'])
    .execute();
  for (const { id, kind, items } of left) {
    const outcome = unknownOutcome(id, STOPPED, { status: 502, upstreamStatus: null });
    await recordOutcome(db, { dispatchId: id, kind, items: fromJson(Items, items) }, outcome, now);
  }
  return left.length;
}
