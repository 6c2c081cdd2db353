import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import {
  DispatchOutcome,
  type BatchDetail,
  type BatchList,
  type BatchRow,
  type BatchSummary,
} from '../../contract/console/batch.ts';
import { ScheduledCommandRequest, Verification } from '../../contract/command.ts';
import { TitledError } from '../../contract/primitives.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../problems.ts';
import { fromJson, fromNullableJson } from '../store/json.ts';
import type { CommandRow, IntentMemberRow, IntentRow, Store } from '../store/schema.ts';
import { StoredFailure } from './outcome.ts';

const Items = z.array(ScheduledCommandRequest);
const Kind = z.enum(['now', 'schedule']);

interface Tally {
  statusCounts: Record<string, number>;
  open: number;
}

async function tallies(db: Kysely<Store>, intentIds: readonly string[]) {
  const byIntent = new Map<string, Tally>();
  if (intentIds.length === 0) return byIntent;
  const counted = await db
    .selectFrom('commands')
    .where('intent_id', 'in', intentIds)
    .groupBy(['intent_id', 'status', 'settled'])
    .select((row) => ['intent_id', 'status', 'settled', row.fn.countAll<number>().as('count')])
    .execute();
  for (const { intent_id: id, status, settled, count } of counted) {
    const tally = byIntent.get(id) ?? { statusCounts: {}, open: 0 };
    tally.statusCounts[status] = (tally.statusCounts[status] ?? 0) + count;
    if (settled === 0) tally.open += count;
    byIntent.set(id, tally);
  }
  return byIntent;
}

function refusalOf(intent: IntentRow): BatchSummary['refusal'] {
  if (intent.outcome !== 'refused' || intent.answer === null) return null;
  return {
    status: intent.upstream_status ?? intent.answer_status ?? 0,
    errors: fromJson(StoredFailure, intent.answer).errors,
  };
}

function summaryOf(intent: IntentRow, tally: Tally | undefined): BatchSummary {
  const outcome = DispatchOutcome.parse(intent.outcome);
  return {
    id: intent.id,
    collectiveId: intent.collective_id,
    collectiveName: intent.collective_name,
    kind: Kind.parse(intent.kind),
    items: fromJson(Items, intent.items),
    ignoreCooldown: intent.ignore_cooldown === 1,
    reason: intent.reason,
    operator: { id: intent.operator_id, name: intent.operator_name },
    createdAt: isoInstant(intent.created_at),
    outcome,
    outcomeAt: intent.outcome_at === null ? null : isoInstant(intent.outcome_at),
    batchId: intent.batch_id,
    refusal: refusalOf(intent),
    unknownCause: intent.unknown_cause,
    memberCount: intent.member_count,
    statusCounts: tally?.statusCounts ?? {},
    // Of an unknown outcome nobody can say that nothing can change any more.
    settled: outcome === 'refused' || (outcome === 'accepted' && (tally?.open ?? 0) === 0),
  };
}

type Named = Pick<IntentMemberRow, 'entity_id' | 'name' | 'type'>;

function rowOf(member: Named, command: CommandRow | null): BatchRow {
  return {
    entityId: member.entity_id,
    entityName: member.name,
    entityType: member.type,
    commandId: command?.id ?? null,
    type: command?.type ?? null,
    value: command?.value ?? null,
    triggerTime: command?.trigger_time ?? null,
    status: command?.status ?? null,
    error: fromNullableJson(TitledError, command?.error ?? null),
    verification: fromNullableJson(Verification, command?.verification ?? null),
    observedAt: command === null ? null : isoInstant(command.observed_at),
    changedAt: command === null ? null : isoInstant(command.changed_at),
    readError: command?.read_error ?? null,
  };
}

/** Names of Entities that got a Command without being known members at the send. */
async function strangers(db: Kysely<Store>, intentId: string): Promise<ReadonlyMap<string, Named>> {
  const rows = await db
    .selectFrom('commands')
    .innerJoin('entities', 'entities.id', 'commands.entity_id')
    .leftJoin('intent_members', (join) =>
      join
        .onRef('intent_members.intent_id', '=', 'commands.intent_id')
        .onRef('intent_members.entity_id', '=', 'commands.entity_id'),
    )
    .where('commands.intent_id', '=', intentId)
    .where('intent_members.entity_id', 'is', null)
    .select(['entities.id as entity_id', 'entities.name', 'entities.type'])
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row]));
}

async function rowsOf(db: Kysely<Store>, intentId: string): Promise<BatchRow[]> {
  const members = await db
    .selectFrom('intent_members')
    .where('intent_id', '=', intentId)
    .orderBy('name')
    .orderBy('entity_id')
    .selectAll()
    .execute();
  const commands = await db
    .selectFrom('commands')
    .where('intent_id', '=', intentId)
    .orderBy('position')
    .selectAll()
    .execute();
  const byEntity = new Map<string, CommandRow[]>();
  for (const command of commands) {
    const list = byEntity.get(command.entity_id) ?? [];
    list.push(command);
    byEntity.set(command.entity_id, list);
  }
  const rows = members.flatMap((member) => {
    const own = byEntity.get(member.entity_id);
    byEntity.delete(member.entity_id);
    return own === undefined ? [rowOf(member, null)] : own.map((each) => rowOf(member, each));
  });
  if (byEntity.size === 0) return rows;
  const known = await strangers(db, intentId);
  for (const [entityId, own] of byEntity) {
    const named = known.get(entityId) ?? { entity_id: entityId, name: null, type: null };
    rows.push(...own.map((each) => rowOf(named, each)));
  }
  return rows;
}

const DEFAULT_LIMIT = 50;

/**
 * Dispatches, newest first.
 * @param filter one Collective's only; how many at most
 * @param now milliseconds since the epoch
 */
export async function readBatches(
  db: Kysely<Store>,
  filter: { collectiveId?: string | undefined; limit?: number | undefined },
  now: number,
): Promise<BatchList> {
  let query = db
    .selectFrom('intents')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(filter.limit ?? DEFAULT_LIMIT)
    .selectAll();
  if (filter.collectiveId !== undefined) {
    query = query.where('collective_id', '=', filter.collectiveId);
  }
  const intents = await query.execute();
  const counted = await tallies(
    db,
    intents.map((intent) => intent.id),
  );
  return {
    batches: intents.map((intent) => summaryOf(intent, counted.get(intent.id))),
    asOf: isoInstant(now),
  };
}

/**
 * A dispatch with a row for each Command of the answer and for each known member that got none.
 * @param id the intent's id, which is the Idempotency-Key it was sent with
 * @throws Failure 404
 */
export async function readBatch(db: Kysely<Store>, id: string, now: number): Promise<BatchDetail> {
  const intent = await db.selectFrom('intents').where('id', '=', id).selectAll().executeTakeFirst();
  if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  const counted = await tallies(db, [id]);
  return {
    batch: summaryOf(intent, counted.get(id)),
    rows: await rowsOf(db, id),
    asOf: isoInstant(now),
  };
}
