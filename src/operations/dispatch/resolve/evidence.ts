import type { Kysely, Transaction } from 'kysely';
import type { OffsetRange } from '../../../domain/service-clock.ts';
import type { Command } from '../../../contract/command.ts';
import type { Evidence } from '../../../contract/console/resolution.ts';
import type { ResolutionMemberRow } from '../../../store/schema/resolution-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { commandOf, commandRow } from '../batches/command-rows.ts';
import { nameCommands } from '../batches/name-commands.ts';
import { lockDispatch } from '../lock-dispatch.ts';
import { openAgain } from '../unsettled.ts';
import { renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { closingsOf } from './read-resolution.ts';
import {
  decide,
  expectedOf,
  mayBeOf,
  spanOf,
  type Expected,
  type ResolverLimits,
  type Span,
} from './rule.ts';
import { clockOfSend, widestClock } from './send-clock.ts';
import { itemsAsked, recountUnaccounted } from './unaccounted.ts';

/** An Entity of a checked dispatch. */
export interface MemberRead {
  dispatchId: string;
  entityId: string;
}

/** The parts of a dispatch that its Commands are recognised by. @param now its end if it has none, in ms */
function sentOf(intent: IntentRow, clock: OffsetRange | null, now: number) {
  const { kind, created_at: createdAt, outcome_at: endedAt } = intent;
  return { kind, items: itemsAsked(intent), createdAt, endedAt: endedAt ?? now, clock };
}

/**
 * The trigger times to read for a dispatch: wherever its Commands may lie, whatever is learned of the clock meanwhile.
 * @param now milliseconds since the epoch
 */
export function spanToRead(intent: IntentRow, now: number, limits: ResolverLimits): Span {
  return spanOf(expectedOf(sentOf(intent, widestClock(intent), now), limits));
}

/** The Commands that a dispatch made for each Entity if it reached the devices, by what is known of the clock. */
async function expectedBy(
  db: Kysely<Store>,
  intent: IntentRow,
  now: number,
  limits: ResolverLimits,
): Promise<Expected[]> {
  return expectedOf(sentOf(intent, await clockOfSend(db, intent), now), limits);
}

/** Other unsettled dispatches that may have made a Command of this Entity: not all of theirs are known. */
async function othersOf(
  trx: Kysely<Store>,
  { dispatchId, entityId }: MemberRead,
  now: number,
  limits: ResolverLimits,
): Promise<Expected[]> {
  const intents = await trx
    .selectFrom('intents')
    .innerJoin('intent_members', 'intent_members.dispatch_id', 'intents.id')
    .where((where) =>
      where.or([
        where('intents.outcome', 'in', ['sending', 'unknown']),
        where.and([where('outcome', '=', 'accepted'), where('unaccounted', '>', 0)]),
      ]),
    )
    .where('intents.id', '<>', dispatchId)
    .where('intent_members.entity_id', '=', entityId)
    .selectAll('intents')
    .execute();
  const others: Expected[] = [];
  for (const intent of intents) {
    const known = await heldBy(trx, { dispatchId: intent.id, entityId });
    if (known.length >= itemsAsked(intent).length) continue;
    others.push(...(await expectedBy(trx, intent, now, limits)));
  }
  return others;
}

async function heldBy(trx: Kysely<Store>, { dispatchId, entityId }: MemberRead) {
  const rows = await trx
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', dispatchId)
    .where('entity_id', '=', entityId)
    .where('verdict', '<>', 'unrequested')
    .selectAll()
    .execute();
  return rows.map(commandOf);
}

/** Of the Commands read, those of no known dispatch, and which of them another system had made before the send. */
async function freeOf(trx: Kysely<Store>, intent: IntentRow, commands: readonly Command[]) {
  const ids = commands.map(({ id }) => id);
  if (ids.length === 0) return { free: [], earlier: new Set<string>() };
  const known = await trx
    .selectFrom('known_commands')
    .where('id', 'in', ids)
    .select(['id', 'dispatch_id', 'changed_at'])
    .execute();
  const taken = new Set(known.flatMap((row) => (row.dispatch_id === null ? [] : row.id)));
  const isEarlier = (row: (typeof known)[number]) =>
    row.dispatch_id === null && row.changed_at < intent.created_at;
  return {
    free: commands.filter(({ id }) => !taken.has(id)),
    earlier: new Set(known.filter(isEarlier).map(({ id }) => id)),
  };
}

/** Adds Commands to a batch as found by a check. */
async function adopt(
  trx: Transaction<Store>,
  intent: IntentRow,
  commands: readonly Command[],
  at: { now: number; late: boolean },
): Promise<void> {
  const last = await trx
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', intent.id)
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst();
  const known: number | null = last?.position ?? null;
  const first = known === null ? 0 : known + 1;
  const of = { dispatchId: intent.id, kind: intent.kind };
  const late = at.late ? at.now : null;
  const rows = commands.map((command, index) => ({
    ...commandRow(of, first + index, command, at.now, 'check'),
    found_late_at: late,
  }));
  await nameCommands(trx, of, rows);
  await openAgain(trx, intent.id);
  await recountUnaccounted(trx, intent);
  await renewPictures(
    trx,
    commands.map(({ entityId }) => entityId),
    at.now,
  );
  if (late === null) return;
  await trx
    .updateTable('intents')
    .set({ late_find_at: late })
    .where('id', '=', intent.id)
    .execute();
}

/** Stores with the dispatch the first known offset of the Service's clock after its send. */
async function keepClock(trx: Kysely<Store>, intent: IntentRow, dates: OffsetRange | null) {
  if (dates === null || intent.clock_after_low !== null) return intent;
  const clock = {
    clock_after_low: Math.floor(dates.lowMs),
    clock_after_high: Math.ceil(dates.highMs),
  };
  await trx.updateTable('intents').set(clock).where('id', '=', intent.id).execute();
  return { ...intent, ...clock };
}

async function setMember(
  trx: Kysely<Store>,
  { dispatchId, entityId }: MemberRead,
  found: Partial<ResolutionMemberRow>,
): Promise<void> {
  await trx
    .updateTable('resolution_members')
    .set(found)
    .where('dispatch_id', '=', dispatchId)
    .where('entity_id', '=', entityId)
    .execute();
}

/**
 * Stores what the Commands of an Entity show, and adds those of the dispatch to its batch.
 * @param read all its Commands in `spanToRead` of this intent, and the Service's clock by its Date headers now
 * @param now when they were read, in milliseconds since the epoch
 * @returns what they show
 */
export async function storeRead(
  db: Kysely<Store>,
  member: MemberRead,
  read: { intent: IntentRow; commands: readonly Command[]; dates: OffsetRange | null },
  now: number,
  limits: ResolverLimits,
): Promise<Evidence> {
  return db.transaction().execute(async (trx) => {
    const stored = await lockDispatch(trx, member.dispatchId);
    if (stored === undefined) throw new Error(`There is no dispatch ${member.dispatchId}.`);
    // A late answer ends it later: what may lie beyond its end of before was not read.
    const { outcome_at } = read.intent;
    const intent = { ...(await keepClock(trx, stored, read.dates)), outcome_at };
    const expected = await expectedBy(trx, intent, now, limits);
    const others = await othersOf(trx, member, now, limits);
    const { free, earlier } = await freeOf(trx, intent, read.commands);
    const { evidence, commands } = decide(
      expected,
      await heldBy(trx, member),
      free,
      (command) => earlier.has(command.id) || mayBeOf(others, command),
    );
    if (commands.length > 0) {
      const late = await wasMissed(trx, intent, member, limits.settleMs);
      await adopt(trx, intent, commands, { now, late });
    }
    const missed = evidence === 'not-found' ? { missed_at: now } : {};
    await setMember(trx, member, { evidence, words: null, read_at: now, ...missed });
    return evidence;
  });
}

/**
 * Whether an earlier check missed an Entity's Commands although the Service had had time to show them, or a
 * person had closed the batch as not landed: then the find contradicts that decision.
 */
async function wasMissed(
  trx: Kysely<Store>,
  intent: IntentRow,
  { dispatchId, entityId }: MemberRead,
  settleMs: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('resolution_members')
    .where('dispatch_id', '=', dispatchId)
    .where('entity_id', '=', entityId)
    .select('missed_at')
    .executeTakeFirst();
  const missedAt = row?.missed_at ?? null;
  if (missedAt === null) return false;
  const closing = (await closingsOf(trx, [dispatchId])).get(dispatchId);
  return closing?.verdict === 'not-landed' || missedAt >= (intent.outcome_at ?? 0) + settleMs;
}

/** Stores that a member could not be read, and why. */
export async function storeUnread(
  db: Kysely<Store>,
  member: MemberRead,
  words: string,
  now: number,
): Promise<void> {
  await setMember(db, member, { evidence: 'unread', words, read_at: now });
}
