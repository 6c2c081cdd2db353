import type { Kysely, Transaction } from 'kysely';
import type { Command } from '../../../contract/command.ts';
import { instantMs } from '../../../domain/instant.ts';
import type { ResolutionRow } from '../../../store/schema/resolution-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { closingsOf } from './closings.ts';
import { commandOf, commandRow, insertCommands } from '../batches/command-rows.ts';
import { decide, expectedOf, type Candidate, type Rival, type Tie } from './resolver-match.ts';
import { clockOfSend } from './send-clock.ts';
import { recountUnaccounted } from './unaccounted.ts';
import type { OffsetRange } from '../../../bff/upstream/service-clock.ts';
import { sentOf, type MemberToRead, type ResolverLimits } from './resolver-store.ts';

/** Commands of an Entity that the batch already has, whatever lists show now. */
async function heldBy(trx: Kysely<Store>, { resolution, entityId }: MemberToRead) {
  const rows = await trx
    .selectFrom('commands')
    .where('dispatch_id', '=', resolution.dispatch_id)
    .where('entity_id', '=', entityId)
    .selectAll()
    .execute();
  return rows.map(commandOf);
}

/**
 * What a dispatch would have made. While the Service's clock is unknown, any Command that a check reads
 * fits; Commands that the dispatch has already always fit.
 */
async function expectedIn(
  trx: Kysely<Store>,
  resolution: ResolutionRow,
  intent: IntentRow,
  held: readonly Command[],
  limits: ResolverLimits,
) {
  const clock = await clockOfSend(trx, intent);
  const expected = expectedOf(sentOf(intent, resolution.started_at), limits, clock);
  if (intent.kind === 'schedule') return expected;
  const heldAt = held.flatMap(({ triggerTime }) => instantMs(triggerTime) ?? []);
  return expected.map((each) => ({
    ...each,
    fromMs: Math.min(clock === null ? resolution.window_start : each.fromMs, ...heldAt),
    toMs: Math.max(clock === null ? resolution.window_end : each.toMs, ...heldAt),
  }));
}

/** The Commands read, except those that certainly belong to another intent. */
async function candidatesOf(
  trx: Kysely<Store>,
  member: MemberToRead,
  commands: readonly Command[],
): Promise<Candidate[]> {
  const rows = await trx
    .selectFrom('commands')
    .where('entity_id', '=', member.entityId)
    .where(
      'id',
      'in',
      commands.map(({ id }) => id),
    )
    .select(['id', 'dispatch_id', 'matched'])
    .execute();
  const tieOf = new Map<string, Tie | 'other'>();
  for (const { id, dispatch_id: dispatchId, matched } of rows) {
    const own = dispatchId === member.resolution.dispatch_id;
    if (own) tieOf.set(id, matched === 'probable' ? 'own-probable' : 'own-certain');
    else if (tieOf.get(id) === undefined || matched !== 'probable') {
      tieOf.set(id, matched === 'probable' ? 'elsewhere' : 'other');
    }
  }
  return commands.flatMap((command) => {
    const tie = tieOf.get(command.id) ?? 'free';
    return tie === 'other' ? [] : [{ command, tie }];
  });
}

/** Other dispatches that may have made a Command of this Entity, as far as known. */
async function rivalsOf(
  trx: Kysely<Store>,
  member: MemberToRead,
  now: number,
  limits: ResolverLimits,
): Promise<Rival[]> {
  const intents = await trx
    .selectFrom('intents')
    .innerJoin('intent_members', 'intent_members.dispatch_id', 'intents.id')
    .where((where) =>
      where.or([
        where('intents.outcome', 'in', ['sending', 'unknown']),
        where.and([
          where('intents.outcome', '=', 'accepted'),
          where('intents.unaccounted', '>', 0),
        ]),
      ]),
    )
    .where('intents.id', '<>', member.resolution.dispatch_id)
    .where('intent_members.entity_id', '=', member.entityId)
    .selectAll('intents')
    .execute();
  const rivals: Rival[] = [];
  for (const intent of intents) {
    const expected = expectedOf(sentOf(intent, now), limits, await clockOfSend(trx, intent));
    const certain = await trx
      .selectFrom('commands')
      .where('dispatch_id', '=', intent.id)
      .where('entity_id', '=', member.entityId)
      .where((where) => where.or([where('matched', '=', 'certain'), where('matched', 'is', null)]))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    // All its Commands are known for certain, so none of the others can be one of them.
    const needed = expected.reduce((sum, { count }) => sum + count, 0);
    if (certain.count >= needed) continue;
    rivals.push({ expected, sending: intent.outcome === 'sending' });
  }
  return rivals;
}

async function adopt(
  trx: Transaction<Store>,
  intent: IntentRow,
  ties: ReturnType<typeof decide>['ties'],
  at: { now: number; version: number; late: boolean },
): Promise<number> {
  const last = await trx
    .selectFrom('commands')
    .where('dispatch_id', '=', intent.id)
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst();
  const known: number | null = last?.position ?? null;
  let position = known === null ? 0 : known + 1;
  const rows = [];
  for (const { command, matched } of ties) {
    const raised = await trx
      .updateTable('commands')
      .set({ matched, version: at.version })
      .where('dispatch_id', '=', intent.id)
      .where('id', '=', command.id)
      .executeTakeFirst();
    if (raised.numUpdatedRows > 0n) continue;
    rows.push({
      ...commandRow({ dispatchId: intent.id, kind: intent.kind }, position, command, at, matched),
      found_late_at: at.late ? at.now : null,
    });
    position += 1;
  }
  await insertCommands(trx, rows);
  if (rows.length > 0) await recountUnaccounted(trx, intent);
  if (rows.length > 0 && at.late) {
    await trx
      .updateTable('intents')
      .set({ late_find_at: at.now })
      .where('id', '=', intent.id)
      .execute();
  }
  return rows.length;
}

/**
 * Whether an earlier check missed an Entity's Command although the Service had time to show it, or a person
 * had closed the batch as not landed: then the find contradicts that decision.
 */
async function wasNotFound(
  trx: Kysely<Store>,
  intent: IntentRow,
  entityId: string,
  settleMs: number,
): Promise<boolean> {
  const closing = (await closingsOf(trx, [intent.id])).get(intent.id);
  const closed = closing?.verdict === 'not-landed';
  const earlier = await trx
    .selectFrom('resolution_members')
    .innerJoin('resolutions', 'resolutions.id', 'resolution_members.resolution_id')
    .where('resolutions.dispatch_id', '=', intent.id)
    .where('resolutions.state', '=', 'done')
    .where('resolution_members.entity_id', '=', entityId)
    .where('resolution_members.evidence', '=', 'none')
    .where('resolution_members.checked_at', '>=', closed ? 0 : (intent.outcome_at ?? 0) + settleMs)
    .select('resolutions.id')
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Stores with the intent the first known offset of the Service's clock after its send. */
async function keepClock(
  trx: Kysely<Store>,
  intent: IntentRow,
  dates: OffsetRange | null,
): Promise<IntentRow> {
  if (dates === null || intent.clock_after_low !== null) return intent;
  const clock = {
    clock_after_low: Math.floor(dates.lowMs),
    clock_after_high: Math.ceil(dates.highMs),
  };
  await trx.updateTable('intents').set(clock).where('id', '=', intent.id).execute();
  return { ...intent, ...clock };
}

/**
 * Stores the evidence from a member's Commands, and adds those found to the batch.
 * @param at when they were read, in milliseconds since the epoch, whether progress is announced (changes of
 *   Commands always are), and the Service's clock by its Date headers
 * @returns number of Commands added
 */
export async function storeEvidence(
  db: Kysely<Store>,
  member: MemberToRead,
  commands: readonly Command[],
  { now, tell, dates }: { now: number; tell: boolean; dates: OffsetRange | null },
  limits: ResolverLimits,
): Promise<number> {
  const { resolution, entityId } = member;
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const stored = await trx
      .selectFrom('intents')
      .where('id', '=', resolution.dispatch_id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const intent = await keepClock(trx, stored, dates);
    const held = await heldBy(trx, member);
    const read = commands.filter((command) => command.entityId === entityId);
    const own = [...new Map([...held, ...read].map((each) => [each.id, each])).values()];
    const decision = decide(
      await expectedIn(trx, resolution, intent, held, limits),
      own.length === 0 ? [] : await candidatesOf(trx, member, own),
      await rivalsOf(trx, member, now, limits),
    );
    const { ties } = decision;
    const late = ties.length > 0 && (await wasNotFound(trx, intent, entityId, limits.settleMs));
    const adopted = ties.length === 0 ? 0 : await adopt(trx, intent, ties, { now, version, late });
    await setMember(trx, member, { ...decision, now, version });
    if (adopted > 0) {
      await trx
        .updateTable('resolutions')
        .set((row) => ({ adopted: row('adopted', '+', adopted) }))
        .where('id', '=', resolution.id)
        .execute();
    }
    if (tell || decision.ties.length > 0) {
      await trx.updateTable('intents').set({ version }).where('id', '=', intent.id).execute();
    }
    return adopted;
  });
}

/** Stores that a member could not be read, and why. */
export async function storeUnchecked(
  db: Kysely<Store>,
  member: MemberToRead,
  message: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    await setMember(trx, member, { evidence: 'unchecked', message, now, version });
  });
}

async function setMember(
  db: Kysely<Store>,
  { resolution, entityId }: MemberToRead,
  found: { evidence: string; message: string | null; now: number; version: number },
): Promise<void> {
  await db
    .updateTable('resolution_members')
    .set({
      evidence: found.evidence,
      words: found.message,
      checked_at: found.now,
      version: found.version,
    })
    .where('resolution_id', '=', resolution.id)
    .where('entity_id', '=', entityId)
    .execute();
}
