import type { Kysely, Transaction } from 'kysely';
import type { Command } from '../../contract/command.ts';
import type { IntentRow, ResolutionRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import { commandRow, insertCommands } from './command-rows.ts';
import { decide, expectedOf, type Candidate, type Rival, type Tie } from './resolver-match.ts';
import { sentOf, type MemberToRead, type ResolverLimits } from './resolver-store.ts';

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
