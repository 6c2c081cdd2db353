import { sql, type Kysely, type Transaction } from 'kysely';
import type { Command, CommandBatch, ScheduledCommandRequest } from '../../../contract/command.ts';
import { unrequestedOf } from '../../../domain/requested-commands.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { runBuilt, updateRow } from '../../../store/insert-rows.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { livingProcesses } from '../../../store/processes.ts';
import type { Audit } from '../../audit/audit.ts';
import { recoveredEntry } from '../../audit/sign-ins.ts';
import { commandOf, commandRow, type NewCommand } from '../batches/command-rows.ts';
import { nameCommands, recountUnaccounted, releaseFound } from '../batches/name-commands.ts';
import { itemsAsked, typesOf } from './intent.ts';
import { unknownOutcome, type Outcome } from './outcome.ts';
import { renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { addDue } from '../due-work.ts';
import { openAgain } from '../unsettled.ts';
import { lockBatch } from '../lock-dispatch.ts';

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

/** The Service's answer to an accepted intent: the Commands that it named, as it named them. */
export async function findAcceptedBatch(
  db: Kysely<Store>,
  { id, batch_id: batchId }: Pick<IntentRow, 'id' | 'batch_id'>,
): Promise<CommandBatch> {
  const firstOf = (column: 'error' | 'verification') => sql`case when f.status is null
    then ${sql.ref(`c.${column}`)} else ${sql.ref(`f.${column}`)} end as ${sql.ref(column)}`;
  const { rows } = await sql<
    Parameters<typeof commandOf>[0]
  >`select c.id, c.entity_id, c.type, c.value, c.trigger_at, c.trigger_time,
      coalesce(f.status, c.status) as status, ${firstOf('error')}, ${firstOf('verification')}
    from sent_commands c left join command_changes f on f.command_key = c.key and f.sequence = 0
    where c.dispatch_id = ${id} and c.matched is null order by c.position`.execute(db);
  const commands = rows.map(commandOf);
  return { batchId: batchId ?? '', commands };
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
    const recorded = { dispatchId: intent.id, kind: intent.kind, items: itemsAsked(intent) };
    await audit.transaction(async (trx, add) => {
      if ((await storeOutcome(trx, recorded, outcome, now)) !== null) add(recoveredEntry(intent));
    });
  }
  return left.length;
}
