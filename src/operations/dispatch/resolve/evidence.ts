import { sql, type Kysely, type Transaction } from 'kysely';
import type { OffsetRange } from '../../../domain/service-clock.ts';
import type { Command } from '../../../contract/command.ts';
import type { Evidence } from '../../../contract/console/resolution.ts';
import { updateRow } from '../../../store/insert-rows.ts';
import type { ResolutionMemberRow } from '../../../store/schema/resolution-schema.ts';
import type { IntentRow, KnownCommandRow, Store } from '../../../store/schema/schema.ts';
import { commandOf, commandRow } from '../batches/command-rows.ts';
import { nameCommands, recountUnaccounted } from '../batches/name-commands.ts';
import { lockDispatch } from '../lock-dispatch.ts';
import { openAgain } from '../unsettled.ts';
import { renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { closingsOf } from './read-resolution.ts';
import {
  clockOf,
  decide,
  expectedOf,
  mayBeOf,
  spanOf,
  widestClock,
  type Expected,
  type ResolverLimits,
  type Span,
} from './rule.ts';
import { itemsAsked } from '../send/intent.ts';

/** An Entity of a checked dispatch. */
export interface MemberRead {
  dispatchId: string;
  entityId: string;
}

/** Accepted dispatches that are searched for usable trigger times. */
const LOOK_AT = 5;
/** If trigger times of one answer lie further apart, they do not show one time, in milliseconds. */
const SPREAD_MAX_MS = 60_000;
/** Trigger times may be cut to the second. */
const SECOND_MS = 1000;

/** What the trigger times of the last accepted dispatch for now show, of its members' own Commands. */
async function triggerOffset(db: Kysely<Store>): Promise<OffsetRange | null> {
  const { rows } = await sql<{ sentAt: number; endedAt: number; soonest: number; latest: number }>`
    select i.created_at as "sentAt", coalesce(i.outcome_at, i.created_at) as "endedAt",
      min(c.trigger_at) as soonest, max(c.trigger_at) as latest
    from (select * from intents where outcome = 'accepted' and kind = 'now'
      order by created_at desc limit ${LOOK_AT}) i
    join sent_commands c on c.dispatch_id = i.id
    where c.matched is null and c.verdict <> 'unrequested' and c.member = 1 and c.trigger_at is not null
    group by i.id, i.created_at, i.outcome_at order by i.created_at desc`.execute(db);
  const shown = rows.find(({ soonest, latest }) => latest - soonest <= SPREAD_MAX_MS);
  if (shown === undefined) return null;
  const { soonest, latest, sentAt, endedAt } = shown;
  return { lowMs: soonest - endedAt, highMs: latest + SECOND_MS - sentAt };
}

/** The Commands that a dispatch made for each Entity if it reached the devices. @param now its end if it has none */
function expectedBy(
  intent: IntentRow,
  clock: OffsetRange | null,
  now: number,
  limits: ResolverLimits,
): Expected[] {
  const { kind, created_at: createdAt, outcome_at: endedAt } = intent;
  const sent = { kind, items: itemsAsked(intent), createdAt, endedAt: endedAt ?? now, clock };
  return expectedOf(sent, limits);
}

/**
 * The trigger times to read for a dispatch: wherever its Commands may lie, whatever is learned of the clock meanwhile.
 * @param now milliseconds since the epoch
 */
export function spanToRead(intent: IntentRow, now: number, limits: ResolverLimits): Span {
  return spanOf(expectedBy(intent, widestClock(intent), now, limits));
}

/**
 * Other unsettled dispatches that may have reached this Entity.
 * @param isLeftOut whether an accepted answer did not name it: then it may be no member of this Collective but of
 *   another, so that any dispatch without an answer may have reached it
 */
async function rivalsOf(
  trx: Kysely<Store>,
  { dispatchId, entityId }: MemberRead,
  isLeftOut: boolean,
): Promise<IntentRow[]> {
  const isUnanswered = sql`i.outcome in ('sending', 'unknown')`;
  const isPartly = sql`i.outcome = 'accepted' and i.unaccounted > 0`;
  const ofMember = sql`m.entity_id is not null and (${isUnanswered} or ${isPartly})`;
  const { rows } = await sql<IntentRow>`select i.* from intents i
      left join intent_members m on m.dispatch_id = i.id and m.entity_id = ${entityId}
    where i.id <> ${dispatchId} and (${isLeftOut ? sql`${isUnanswered} or ${ofMember}` : ofMember})`.execute(
    trx,
  );
  return rows;
}

/** What is known of the Commands that were read, and of those of some dispatches. */
async function knownOf(
  trx: Kysely<Store>,
  { dispatchId, entityId }: MemberRead,
  rivals: readonly IntentRow[],
  commands: readonly Command[],
) {
  const ids = commands.map(({ id }) => id);
  const own = sql`entity_id = ${entityId}
    and dispatch_id in (${sql.join([dispatchId, ...rivals.map(({ id }) => id)])})`;
  const isRead = ids.length === 0 ? sql`1 = 0` : sql`id in (${sql.join(ids)})`;
  const { rows } = await sql<KnownCommandRow>`
    select * from known_commands where ${isRead} or (${own})`.execute(trx);
  const isOwned = (id: string) => rows.some((row) => row.id === id && row.dispatch_id !== null);
  return {
    /** The Commands that this dispatch, or another, is known to have made as requested. */
    heldBy: (id: string) =>
      rows.filter((row) => row.dispatch_id === id && row.verdict !== 'unrequested').map(commandOf),
    /** Those of no known dispatch. */
    free: commands.filter(({ id }) => !isOwned(id)),
    /** Whether another system had made it before this instant. */
    isBefore: ({ id }: Command, instant: number) =>
      rows.some((row) => row.id === id && row.dispatch_id === null && row.changed_at < instant),
  };
}

/** Adds Commands to a batch as found by a check. */
async function adopt(
  trx: Transaction<Store>,
  intent: IntentRow,
  commands: readonly Command[],
  at: { now: number; late: boolean },
): Promise<void> {
  const { first } = await trx
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', intent.id)
    .select(sql<number>`coalesce(max(position), -1) + 1`.as('first'))
    .executeTakeFirstOrThrow();
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
  if (late !== null) await updateRow(trx, 'intents', ['id', intent.id], { late_find_at: late });
}

/** Stores with the dispatch the first known offset of the Service's clock after its send. */
async function keepClock(trx: Kysely<Store>, intent: IntentRow, dates: OffsetRange | null) {
  if (dates === null || intent.clock_after_low !== null) return intent;
  const clock = {
    clock_after_low: Math.floor(dates.lowMs),
    clock_after_high: Math.ceil(dates.highMs),
  };
  await updateRow(trx, 'intents', ['id', intent.id], clock);
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
    const rivals = await rivalsOf(trx, member, intent.outcome === 'accepted');
    const known = await knownOf(trx, member, rivals, read.commands);
    const shown = await triggerOffset(trx);
    const expected = expectedBy(intent, clockOf(intent, shown), now, limits);
    // Of whose Commands not all are known, one that fits may be.
    const others: Expected[] = [];
    for (const rival of rivals) {
      if (known.heldBy(rival.id).length >= itemsAsked(rival).length) continue;
      others.push(...expectedBy(rival, clockOf(rival, shown), now, limits));
    }
    const { evidence, commands } = decide(
      expected,
      known.heldBy(intent.id),
      known.free,
      (command) => known.isBefore(command, intent.created_at) || mayBeOf(others, command),
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
