import type { Kysely, Transaction } from 'kysely';
import { z } from '../../contract/zod.ts';
import { ScheduledCommandRequest, type Command } from '../../contract/command.ts';
import { failure } from '../problems.ts';
import { fromJson } from '../store/json.ts';
import type { IntentRow, ResolutionRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import { commandRow, insertCommands } from './command-rows.ts';
import { decide, expectedOf, type Candidate, type Rival, type Tie } from './resolver-match.ts';

/** How Commands of a dispatch are told from others; all in milliseconds. */
export interface ResolverLimits {
  /** How far the Service's clock may be off. */
  slackMs: number;
  /** How long the Service may take until its lists show what landed. */
  settleMs: number;
  /** How long a send takes at most. */
  sendWithinMs: number;
}

/** A member that is still to be read, with the span of trigger times to read. */
export interface MemberToRead {
  resolution: ResolutionRow;
  entityId: string;
}

const Items = z.array(ScheduledCommandRequest);
const YEAR_MS = 366 * 86_400_000;

function sentOf(intent: IntentRow, now: number) {
  return {
    kind: intent.kind,
    items: fromJson(Items, intent.items),
    createdAt: intent.created_at,
    endedAt: intent.outcome_at ?? now,
  };
}

/** What a dispatch would have made, as wide as it is read in a check. */
function expectedIn(resolution: ResolutionRow, intent: IntentRow, limits: ResolverLimits) {
  const expected = expectedOf(sentOf(intent, resolution.started_at), limits);
  return intent.kind === 'schedule'
    ? expected
    : expected.map((each) => ({
        ...each,
        fromMs: resolution.window_start,
        toMs: resolution.window_end,
      }));
}

/** By how much the Service's clock was ahead at the last dispatch that it answered; null: not known. */
async function clockLead(trx: Kysely<Store>): Promise<number | null> {
  const last = await trx
    .selectFrom('intents')
    .innerJoin('commands', 'commands.intent_id', 'intents.id')
    .where('intents.outcome', '=', 'accepted')
    .where('intents.kind', '=', 'now')
    .where('commands.trigger_at', 'is not', null)
    .orderBy('intents.created_at', 'desc')
    .limit(1)
    .select(['commands.trigger_at', 'intents.created_at'])
    .executeTakeFirst();
  return last === undefined || last.trigger_at === null ? null : last.trigger_at - last.created_at;
}

/** The span of trigger times in which the Commands of a dispatch would lie. */
async function windowOf(
  trx: Kysely<Store>,
  intent: IntentRow,
  now: number,
  limits: ResolverLimits,
): Promise<{ start: number; end: number }> {
  const expected = expectedOf(sentOf(intent, now), limits);
  const start = Math.min(...expected.map(({ fromMs }) => fromMs));
  const end = Math.max(...expected.map(({ toMs }) => toMs));
  if (intent.kind === 'schedule') return { start, end };
  const lead = await clockLead(trx);
  if (lead !== null && Math.abs(lead) <= limits.slackMs) return { start, end };
  // The Service may have a clock of its own: whatever is newer can stem from the send, though not for sure.
  return { start: start + Math.min(lead ?? 0, 0), end: now + YEAR_MS };
}

/**
 * Begins a check, or finds the one that runs.
 * @returns the check's id
 * @throws Failure 404 without such a batch, 400 where its outcome is known
 */
export async function beginResolution(
  db: Kysely<Store>,
  asked: { id: string; intentId: string; operatorName: string | null },
  now: number,
  limits: ResolverLimits,
): Promise<string> {
  const { id, intentId } = asked;
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const intent = await trx
      .selectFrom('intents')
      .where('id', '=', intentId)
      .selectAll()
      .executeTakeFirst();
    if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${intentId}.`);
    if (intent.outcome !== 'unknown') {
      throw failure(400, 'invalid_request', 'The outcome of this batch is known already.');
    }
    const running = await trx
      .selectFrom('resolutions')
      .where('intent_id', '=', intentId)
      .where('state', '=', 'running')
      .select('id')
      .executeTakeFirst();
    if (running !== undefined) return running.id;
    const window = await windowOf(trx, intent, now, limits);
    await trx
      .insertInto('resolutions')
      .values({
        id,
        intent_id: intentId,
        operator_name: asked.operatorName,
        state: 'running',
        started_at: now,
        window_start: window.start,
        window_end: window.end,
        adopted: 0,
      })
      .execute();
    await trx
      .insertInto('resolution_members')
      .columns(['resolution_id', 'entity_id', 'evidence', 'version'])
      .expression(
        trx
          .selectFrom('intent_members')
          .where('intent_id', '=', intentId)
          .select((row) => [
            row.val(id).as('resolution_id'),
            'entity_id',
            row.val('unchecked').as('evidence'),
            row.val(version).as('version'),
          ]),
      )
      .execute();
    await trx.updateTable('intents').set({ version }).where('id', '=', intentId).execute();
    return id;
  });
}

/** Checks that run, the oldest first. */
export function runningResolutions(db: Kysely<Store>): Promise<ResolutionRow[]> {
  return db
    .selectFrom('resolutions')
    .where('state', '=', 'running')
    .orderBy('started_at')
    .orderBy('id')
    .selectAll()
    .execute();
}

/** Members of a check that were not read yet. */
export async function membersToRead(
  db: Kysely<Store>,
  resolution: ResolutionRow,
  limit: number,
): Promise<MemberToRead[]> {
  const rows = await db
    .selectFrom('resolution_members')
    .where('resolution_id', '=', resolution.id)
    .where('checked_at', 'is', null)
    .orderBy('entity_id')
    .limit(limit)
    .select('entity_id')
    .execute();
  return rows.map((row) => ({ resolution, entityId: row.entity_id }));
}

/** The Commands that were read and are not certainly another intent's. */
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
    .select(['id', 'intent_id', 'matched'])
    .execute();
  const tieOf = new Map<string, Tie | 'other'>();
  for (const { id, intent_id: intentId, matched } of rows) {
    const own = intentId === member.resolution.intent_id;
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

/** Other dispatches that can have made a Command of this Entity, as far as anybody knows. */
async function rivalsOf(
  trx: Kysely<Store>,
  member: MemberToRead,
  now: number,
  limits: ResolverLimits,
): Promise<Rival[]> {
  const intents = await trx
    .selectFrom('intents')
    .innerJoin('intent_members', 'intent_members.intent_id', 'intents.id')
    .where('intents.outcome', 'in', ['sending', 'unknown'])
    .where('intents.id', '<>', member.resolution.intent_id)
    .where('intent_members.entity_id', '=', member.entityId)
    .selectAll('intents')
    .execute();
  const rivals: Rival[] = [];
  for (const intent of intents) {
    const expected = expectedOf(sentOf(intent, now), limits);
    const certain = await trx
      .selectFrom('commands')
      .where('intent_id', '=', intent.id)
      .where('entity_id', '=', member.entityId)
      .where('matched', '=', 'certain')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    // It has all of its own: nothing else can be its.
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
  at: { now: number; version: number },
): Promise<number> {
  const last = await trx
    .selectFrom('commands')
    .where('intent_id', '=', intent.id)
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst();
  const known: number | null = last?.position ?? null;
  let position = known === null ? 0 : known + 1;
  const rows = [];
  for (const { command, matched } of ties) {
    const raised = await trx
      .updateTable('commands')
      .set({ matched, version: at.version })
      .where('intent_id', '=', intent.id)
      .where('id', '=', command.id)
      .executeTakeFirst();
    if (raised.numUpdatedRows > 0n) continue;
    rows.push(commandRow({ key: intent.id, kind: intent.kind }, position, command, at, matched));
    position += 1;
  }
  await insertCommands(trx, rows);
  return rows.length;
}

/**
 * Stores what the Commands of a member say, and takes those that were found into the batch.
 * @param at when they were read, in milliseconds since the epoch, and whether the progress is to be told;
 *   what changes Commands is told in any case
 * @returns how many Commands were taken in
 */
export async function storeEvidence(
  db: Kysely<Store>,
  member: MemberToRead,
  commands: readonly Command[],
  { now, tell }: { now: number; tell: boolean },
  limits: ResolverLimits,
): Promise<number> {
  const { resolution, entityId } = member;
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const intent = await trx
      .selectFrom('intents')
      .where('id', '=', resolution.intent_id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const own = commands.filter((command) => command.entityId === entityId);
    const decision = decide(
      expectedIn(resolution, intent, limits),
      own.length === 0 ? [] : await candidatesOf(trx, member, own),
      await rivalsOf(trx, member, now, limits),
    );
    const adopted =
      decision.ties.length === 0 ? 0 : await adopt(trx, intent, decision.ties, { now, version });
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
  words: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    await setMember(trx, member, { evidence: 'unchecked', words, now, version });
  });
}

async function setMember(
  db: Kysely<Store>,
  { resolution, entityId }: MemberToRead,
  found: { evidence: string; words: string | null; now: number; version: number },
): Promise<void> {
  await db
    .updateTable('resolution_members')
    .set({
      evidence: found.evidence,
      words: found.words,
      checked_at: found.now,
      version: found.version,
    })
    .where('resolution_id', '=', resolution.id)
    .where('entity_id', '=', entityId)
    .execute();
}
