import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../contract/command.ts';
import { failure } from '../problems.ts';
import { fromJson } from '../store/json.ts';
import type { IntentRow, ResolutionRow, Store } from '../store/schema.ts';
import { nextVersion } from '../store/version.ts';
import { expectedOf } from './resolver-match.ts';

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

/**
 * A dispatch as it is matched.
 * @param now stands for its end where it has none, in milliseconds since the epoch
 */
export function sentOf(intent: IntentRow, now: number) {
  return {
    kind: intent.kind,
    items: fromJson(Items, intent.items),
    createdAt: intent.created_at,
    endedAt: intent.outcome_at ?? now,
  };
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
