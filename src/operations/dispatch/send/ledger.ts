import { sql, type Kysely, type Transaction } from 'kysely';
import type { Command, CommandBatch, ScheduledCommandRequest } from '../../../contract/command.ts';
import { instantMs } from '../../../domain/instant.ts';
import { needsApproval } from '../../../domain/approval.ts';
import { unrequestedOf } from '../../../domain/requested-commands.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { GuardReport } from '../../../contract/console/guard.ts';
import { PREVIOUS_HEADER } from '../../../contract/console/headers.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { insertRow, runBuilt, updateRow } from '../../../store/insert-rows.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import { livingProcesses } from '../../../store/processes.ts';
import type { Audit } from '../../audit/audit.ts';
import { recoveredEntry } from '../../audit/sign-ins.ts';
import { commandOf, commandRow, type NewCommand } from '../batches/command-rows.ts';
import { insertMembers, nameCommands, releaseFound } from '../batches/name-commands.ts';
import { insertApproval, readRules } from '../approve/approval-store.ts';
import { judge, requireCovered } from '../check/guard.ts';
import { readSituation } from '../check/situation.ts';
import { effectSpan, itemsAsked, typesOf } from './intent.ts';
import { unknownOutcome, type Outcome } from './outcome.ts';
import type { DispatchRequest } from './request.ts';
import { renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { lockCollectives } from '../../directory/lock-collectives.ts';
import { addDue } from '../due-work.ts';
import { openAgain, RECORD_DUE } from '../unsettled.ts';
import { lockBatch } from '../lock-dispatch.ts';
import { recountUnaccounted } from '../resolve/unaccounted.ts';
import type { OffsetRange } from '../../../domain/service-clock.ts';

/** What is due after an answer that named Entities which were no known members. */
const STRANGERS = ['directory'] as const;

/** Why an intent is unknown that its process left `sending`. */
const STOPPED = 'The console stopped before the answer was stored.';

/** The parts of an intent that its outcome needs. */
interface RecordedIntent {
  dispatchId: string;
  kind: string;
  items: readonly ScheduledCommandRequest[];
}

/** The intent of a dispatch, or null. */
export async function findIntent(db: Kysely<Store>, dispatchId: string): Promise<IntentRow | null> {
  const build = () => sql<IntentRow>`select * from intents where id = ${dispatchId}`;
  const { rows } = await runBuilt(db, 'intent', build, [dispatchId]);
  return rows[0] ?? null;
}

/** What decides whether a dispatch can be recorded, read at once; null: there is no such thing. */
interface Premises {
  /** Of an intent with its id. */
  taken: number | null;
  /** Of its Collective. */
  name: string | null;
  /** Of rules by which dispatches need an approval. */
  ruled: number | null;
  /** Of a lease of the process that sends it. */
  leased: string | null;
}

/** Reads what decides whether a dispatch can be recorded. */
export async function readPremises(
  trx: Transaction<Store>,
  { dispatchId, collectiveId }: DispatchRequest,
  { process = null, now }: RecordAt,
): Promise<Premises> {
  const build = () => sql<Premises>`select
    (select 1 from intents where id = ${dispatchId}) as taken,
    (select name from collectives where id = ${collectiveId} and archived = 0) as name,
    (select 1 from approval_rules limit 1) as ruled,
    (${livingProcesses(trx, now).where('id', '=', process)}) as leased`;
  // PostgreSQL tells the time itself.
  const values = [dispatchId, collectiveId, ...(hasRowLocks(trx) ? [] : [now]), process];
  const { rows } = await runBuilt(trx, 'premises', build, values);
  const [premises] = rows;
  if (premises === undefined) throw new Error('a select without a table has no row');
  return premises;
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

/**
 * Requires that the lease of the process which sends still runs; without a process nothing is required.
 * @throws Failure 503
 */
export function requireLease({ leased }: Premises, { process = null }: RecordAt): void {
  if (process === null || leased !== null) return;
  throw failure(
    503,
    'store_unavailable',
    'The console was cut off from its database for a while, so nothing was sent. Try again.',
  );
}

/** Refuses to repeat what is no dispatch to the same Collective. */
async function requirePrevious(
  trx: Transaction<Store>,
  { previousId, collectiveId }: DispatchRequest,
): Promise<void> {
  if (previousId === null) return;
  const previous = await findIntent(trx, previousId);
  if (previous?.collective_id === collectiveId) return;
  throw invalid(
    PREVIOUS_HEADER,
    `There is no batch ${previousId} of this Collective to repeat. Nothing was sent.`,
  );
}

/** The Service's answer to an accepted intent: the Commands that it named, as it named them. */
export async function findAcceptedBatch(
  db: Kysely<Store>,
  { id, batch_id: batchId }: Pick<IntentRow, 'id' | 'batch_id'>,
): Promise<CommandBatch> {
  const rows = await db
    .selectFrom('sent_commands')
    .leftJoin('command_changes as first', (join) =>
      join.onRef('first.command_key', '=', 'sent_commands.key').on('first.sequence', '=', 0),
    )
    .where('dispatch_id', '=', id)
    .where('matched', 'is', null)
    .orderBy('position')
    .selectAll('sent_commands')
    .select(['first.status as first_status', 'first.verification as first_verification'])
    .select('first.error as first_error')
    .execute();
  const commands = rows.map(({ first_status: status, ...row }) =>
    commandOf(
      status === null
        ? row
        : { ...row, status, verification: row.first_verification, error: row.first_error },
    ),
  );
  return { batchId: batchId ?? '', commands };
}

/** The circumstances of a dispatch. */
export interface RecordAt {
  /** Milliseconds since the epoch. */
  now: number;
  /** The guard's window for the same Command, in milliseconds. */
  guardWindowMs: number;
  /** The Service's clock by its Date headers; null: not known. */
  dates?: OffsetRange | null;
  /** The process that will send it. Absent: none, and it counts as left at once. */
  process?: string | null;
}

/**
 * Decides whether a dispatch may be sent as of now.
 * @param premises read in the same transaction
 * @param before the warnings that were overridden when it was asked for, if it waited for an approval
 * @returns the members it is sent to, the name of the Collective, and the overridden warnings
 * @throws Failure 404 if the Collective is not in the directory, 400 if a trigger time has passed, 409 if a finding
 *   of the guard is not overridden
 */
export async function admit(
  trx: Transaction<Store>,
  request: DispatchRequest,
  { now, guardWindowMs }: RecordAt,
  { name }: Premises,
  before: GuardReport | null = null,
) {
  if (name === null) {
    throw failure(
      404,
      'not_found',
      `The Collective ${request.collectiveId} is not in the directory, nothing was sent.`,
    );
  }
  refusePast(request, now);
  const look = { now, windowMs: guardWindowMs };
  const situation = await readSituation(trx, request, look);
  const overridden = requireCovered(judge(situation, request, look), request.override, before);
  return { name, members: situation.members, overridden };
}

/** The columns of an intent that a process is sending. */
export function sendingColumns({ dates = null, process = null }: RecordAt) {
  return {
    outcome: 'sending',
    process,
    clock_low: dates === null ? null : Math.floor(dates.lowMs),
    clock_high: dates === null ? null : Math.ceil(dates.highMs),
  };
}

/** The columns of an intent that waits; its members are those at the approval. */
const WAITING = { outcome: 'waiting', process: null, clock_low: null, clock_high: null };

/**
 * Makes an intent durable, with the current membership and the overridden warnings. When this
 * returns null, the intent survives a crash of the process and of the machine.
 * @returns null if it is to be sent now, `waiting` if somebody else must approve it first; an existing intent with the
 *   same id, whatever the guard would find today
 * @throws Failure 404 if the Collective is not in the directory, 400 if a trigger time has passed
 *   or the repeated batch has another Collective, 409 if a finding of the guard is not overridden, 503 if
 *   the lease of the process has run out: others may take what it records for left behind
 */
export async function recordIntent(
  db: Kysely<Store>,
  request: DispatchRequest,
  by: SignedIn,
  at: RecordAt,
): Promise<IntentRow | 'waiting' | null> {
  const { now } = at;
  return inTransaction(db, async (trx) => {
    // So that the guard sees the intents of others that reach the same Entities.
    await lockCollectives(trx, request.collectiveId);
    const premises = await readPremises(trx, request, at);
    if (premises.taken !== null) return findIntent(trx, request.dispatchId);
    requireLease(premises, at);
    await requirePrevious(trx, request);
    const { name, members, overridden } = await admit(trx, request, at, premises);
    const waits = premises.ruled !== null && needsApproval(await readRules(trx), request);
    const effect = effectSpan(request.items, now);
    await insertRow(trx, 'intents', {
      id: request.dispatchId,
      operator_id: by.operator.id,
      operator_name: by.operator.name,
      session_hash: by.sessionHash,
      collective_id: request.collectiveId,
      collective_name: name,
      kind: request.kind,
      items: JSON.stringify(request.items),
      ignore_cooldown: request.ignoreCooldown ? 1 : 0,
      reason: request.reason,
      body_hash: request.bodyHash,
      member_count: members.length,
      unaccounted: 0,
      created_at: now,
      ...(waits ? WAITING : sendingColumns(at)),
      planned: request.kind === 'now' ? null : JSON.stringify(request.planned),
      overridden: overridden === null ? null : JSON.stringify(overridden),
      previous_id: request.previousId,
      effect_from: effect.from,
      effect_to: effect.to,
      types: typesOf(request.items),
      unsettled: waits ? 0 : RECORD_DUE,
    });
    if (waits) {
      await insertApproval(trx, request, now);
      return 'waiting';
    }
    await insertMembers(trx, request.dispatchId, members);
    return null;
  });
}

/**
 * Stores the outcome of an intent, together with the Commands of an accepted one. What the Service said
 * replaces `unknown`, never the reverse.
 * @returns null if it has an outcome that stays; nothing is stored then
 */
export async function recordOutcome(
  db: Kysely<Store>,
  intent: RecordedIntent,
  outcome: Outcome,
  now: number,
): Promise<Left | null> {
  return inTransaction(db, (trx) => storeOutcome(trx, intent, outcome, now));
}

/** The Commands of an answer as rows: one that it lists twice is one row. */
function rowsOfAnswer(
  intent: RecordedIntent,
  answered: readonly Command[],
  now: number,
): NewCommand[] {
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
    const row = commandRow(intent, position, command, now);
    return {
      ...row,
      // Listed with two states, it is read before it counts as ended.
      settled: contradicted.has(command.id) ? 0 : row.settled,
      verdict: unrequested.has(command) ? 'unrequested' : row.verdict,
    };
  });
}

/** What an answer leaves to do. */
export interface Left {
  /** Members with fewer Commands than requested. */
  unaccounted: number;
  /** Entities that were not known members. */
  strangers: number;
}

/** @returns null unless it was stored: the first outcome is, and what replaces `unknown` */
async function storeOutcome(
  trx: Transaction<Store>,
  intent: RecordedIntent,
  outcome: Outcome,
  now: number,
): Promise<Left | null> {
  const { dispatchId } = intent;
  const accepted = outcome.outcome === 'accepted';
  await lockBatch(trx, dispatchId);
  const build = () =>
    sql<{ outcome: string }>`select outcome from intents where id = ${dispatchId}`;
  const [before] = (await runBuilt(trx, 'outcome', build, [dispatchId])).rows;
  const isLate = before?.outcome === 'unknown';
  if (before?.outcome !== 'sending' && (!isLate || outcome.outcome === 'unknown')) return null;
  const changed: string[] = [];
  if (isLate) {
    const answered = accepted ? outcome.batch.commands.map(({ id }) => id) : [];
    changed.push(...(await releaseFound(trx, dispatchId, new Set(answered))));
    if (accepted) await openAgain(trx, dispatchId);
  }
  const rows = accepted ? rowsOfAnswer(intent, outcome.batch.commands, now) : [];
  const reached = accepted ? await nameCommands(trx, intent, rows) : null;
  const unaccounted = reached?.withFewerThan(intent.items.length) ?? 0;
  const strangers = reached?.strangers ?? 0;
  await updateRow(trx, 'intents', ['id', dispatchId], {
    outcome: outcome.outcome,
    outcome_at: now,
    batch_id: accepted ? outcome.batch.batchId : null,
    answer_status: accepted ? 201 : outcome.status,
    answer: accepted ? null : JSON.stringify(outcome.failure),
    upstream_status: outcome.upstreamStatus,
    unknown_cause: accepted ? null : outcome.cause,
    // An Entity missing from the answer may still have been commanded.
    next_check_at: outcome.outcome === 'unknown' || unaccounted > 0 ? now : null,
    unaccounted,
    // What a check found before a late answer is not late any more.
    late_find_at: null,
    strangers,
    types: typesOf([...intent.items, ...rows]),
  });
  if (outcome.outcome === 'unknown') {
    await recountUnaccounted(trx, { id: dispatchId, items: JSON.stringify(intent.items) });
  }
  changed.push(...(reached?.released ?? []));
  if (changed.length > 0) await renewPictures(trx, changed, now);
  if (accepted) await addDue(trx, dispatchId, 'pictures', ...(strangers > 0 ? STRANGERS : []));
  return { unaccounted, strangers };
}

/**
 * Makes unknown what is `sending` although nobody sends it: intents of processes whose lease has run out, and
 * those of this process that it does not have under way, as their recording seemed to fail.
 * @param own the process, and whether it has an intent under way
 * @param now milliseconds since the epoch
 * @returns their number
 */
export async function recoverIntents(
  db: Kysely<Store>,
  audit: Pick<Audit, 'transaction'>,
  now: number,
  own: { process: string; isUnderWay(dispatchId: string): boolean },
): Promise<number> {
  const sending = await db
    .selectFrom('intents')
    .where('outcome', '=', 'sending')
    .where((where) =>
      where.or([
        where('process', 'is', null),
        where('process', '=', own.process),
        where('process', 'not in', livingProcesses(db, now)),
      ]),
    )
    .selectAll()
    .execute();
  const left = sending.filter(({ id }) => !own.isUnderWay(id));
  for (const intent of left) {
    const outcome = unknownOutcome(intent.id, STOPPED, { status: 502, upstreamStatus: null });
    const recorded = {
      dispatchId: intent.id,
      kind: intent.kind,
      items: itemsAsked(intent),
    };
    await audit.transaction(async (trx, add) => {
      if ((await storeOutcome(trx, recorded, outcome, now)) !== null) add(recoveredEntry(intent));
    });
  }
  return left.length;
}
