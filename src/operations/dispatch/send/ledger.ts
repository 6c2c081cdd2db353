import { sql, type Kysely, type Transaction } from 'kysely';
import { instantMs } from '../../../domain/instant.ts';
import { needsApproval } from '../../../domain/approval.ts';
import type { GuardReport } from '../../../contract/console/guard.ts';
import { PREVIOUS_HEADER } from '../../../contract/console/headers.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { insertRow, runBuilt } from '../../../store/insert-rows.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { hasRowLocks } from '../../../store/dialect/row-locks.ts';
import { livingProcesses } from '../../../store/processes.ts';
import { insertMembers } from '../batches/name-commands.ts';
import { insertApproval, readRules } from '../approve/approval-store.ts';
import { judge, requireCovered } from '../check/guard.ts';
import { readSituation } from '../check/situation.ts';
import { effectSpan, typesOf } from './intent.ts';
import type { DispatchRequest } from './request.ts';
import { lockCollectives } from '../../directory/lock-collectives.ts';
import { RECORD_DUE } from '../unsettled.ts';
import type { OffsetRange } from '../../../domain/service-clock.ts';

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
