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
import { closingsOf } from './closings.ts';
import { decide, expectedOf, mayBeOf, spanOf, type Expected, type RuleLimits } from './rule.ts';
import { clockOfSend } from './send-clock.ts';
import { itemsAsked, recountUnaccounted } from './unaccounted.ts';

/** How Commands of a dispatch are recognised, and when they must have appeared; in milliseconds. */
export interface ResolverLimits extends RuleLimits {
  /** Longest time until the Service's lists show what landed. */
  settleMs: number;
}

/** An Entity to read for a dispatch. */
export interface MemberToRead {
  dispatchId: string;
  entityId: string;
}

/** The dispatch of a check. */
export function intentOf(db: Kysely<Store>, dispatchId: string): Promise<IntentRow> {
  return db
    .selectFrom('intents')
    .where('id', '=', dispatchId)
    .selectAll()
    .executeTakeFirstOrThrow();
}

/**
 * The Commands that a dispatch made for each Entity if it reached the devices, by what is known of the clock.
 * @param now its end if it has none, in milliseconds since the epoch
 */
export async function expectedBy(
  db: Kysely<Store>,
  intent: IntentRow,
  now: number,
  limits: RuleLimits,
): Promise<Expected[]> {
  const { kind, created_at: createdAt, outcome_at: endedAt } = intent;
  const clock = await clockOfSend(db, intent);
  const sent = { kind, items: itemsAsked(intent), createdAt, endedAt: endedAt ?? now, clock };
  return expectedOf(sent, limits);
}

/** Other unsettled dispatches that may have made a Command of this Entity: not all of theirs are known. */
async function othersOf(
  trx: Kysely<Store>,
  { dispatchId, entityId }: MemberToRead,
  now: number,
  limits: RuleLimits,
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

async function heldBy(trx: Kysely<Store>, { dispatchId, entityId }: MemberToRead) {
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
  const claimed = await trx
    .selectFrom('sent_commands')
    .where('id', 'in', ids)
    .select('id')
    .execute();
  const earlier = await trx
    .selectFrom('known_commands')
    .where('id', 'in', ids)
    .where('dispatch_id', 'is', null)
    .where('changed_at', '<', intent.created_at)
    .select('id')
    .execute();
  const taken = new Set(claimed.map(({ id }) => id));
  return {
    free: commands.filter(({ id }) => !taken.has(id)),
    earlier: new Set(earlier.map(({ id }) => id)),
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
  { dispatchId, entityId }: MemberToRead,
  found: Pick<ResolutionMemberRow, 'evidence' | 'words' | 'read_at'> & {
    missed_at?: number;
  },
): Promise<void> {
  await trx
    .updateTable('resolution_members')
    .set(found)
    .where('dispatch_id', '=', dispatchId)
    .where('entity_id', '=', entityId)
    .execute();
}

/** What was read of an Entity. */
export interface ReadCommands {
  commands: readonly Command[];
  /** The trigger times that were asked for. */
  expected: readonly Expected[];
  /** The Service's clock by its Date headers now. */
  dates: OffsetRange | null;
}

/**
 * Stores what the Commands of an Entity show, and adds those of the dispatch to its batch.
 * @param now when they were read, in milliseconds since the epoch
 * @returns what they show
 */
export async function storeRead(
  db: Kysely<Store>,
  member: MemberToRead,
  read: ReadCommands,
  now: number,
  limits: ResolverLimits,
): Promise<Evidence> {
  return db.transaction().execute(async (trx) => {
    const stored = await lockDispatch(trx, member.dispatchId);
    if (stored === undefined) throw new Error(`There is no dispatch ${member.dispatchId}.`);
    const intent = await keepClock(trx, stored, read.dates);
    const expected = await expectedBy(trx, intent, now, limits);
    const others = await othersOf(trx, member, now, limits);
    const { free, earlier } = await freeOf(trx, intent, read.commands);
    const finding = decide(
      // What lies outside of what was asked for was not read: then the clock was not known yet.
      isWithin(expected, read.expected) ? expected : read.expected,
      await heldBy(trx, member),
      free,
      (command) => earlier.has(command.id) || mayBeOf(others, command),
    );
    const { evidence, commands } = finding;
    const at = { evidence, words: null, read_at: now };
    if (commands.length > 0) {
      const late = await wasMissed(trx, intent, member, limits.settleMs);
      await adopt(trx, intent, commands, { now, late });
    }
    await setMember(trx, member, evidence === 'not-found' ? { ...at, missed_at: now } : at);
    return evidence;
  });
}

function isWithin(expected: readonly Expected[], read: readonly Expected[]): boolean {
  const [inner, outer] = [spanOf(expected), spanOf(read)];
  return inner.from >= outer.from && inner.to <= outer.to;
}

/**
 * Whether an earlier check missed an Entity's Commands although the Service had had time to show them, or a
 * person had closed the batch as not landed: then the find contradicts that decision.
 */
async function wasMissed(
  trx: Kysely<Store>,
  intent: IntentRow,
  { dispatchId, entityId }: MemberToRead,
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
  if (closing?.verdict === 'not-landed') return true;
  return missedAt >= (intent.outcome_at ?? 0) + settleMs;
}

/** Stores that a member could not be read, and why. */
export async function storeUnread(
  db: Kysely<Store>,
  member: MemberToRead,
  words: string,
  now: number,
): Promise<void> {
  await setMember(db, member, { evidence: 'unread', words, read_at: now });
}
