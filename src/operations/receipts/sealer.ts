import { sql, type Kysely, type Transaction } from 'kysely';
import { ReceiptContent } from '../../contract/console/receipt.ts';
import { formatCount } from '../../domain/format.ts';
import { resolutionMessage } from '../../domain/resolution-message.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStoreFailure } from '../../store/store-failure.ts';
import { fromJson } from '../../store/json.ts';
import type { IntentRow, Store } from '../../store/schema/schema.ts';
import { currentVersion } from '../../store/version.ts';
import { composeReceipt, hashOfText } from './content.ts';
import { differences } from './differences.ts';

/** How often the sealer looks for finished batches, in milliseconds. */
export const SEAL_EVERY_MS = 1000;
/** The longest pause after a store failure; pauses double up to this, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** Seals the receipts of batches that are final. */
export interface Sealer {
  /** Starts polling. */
  start(): void;
  /** Polls once, now. */
  sealDue(): Promise<void>;
  /** Stops polling, and waits for the current poll. */
  stop(): Promise<void>;
}

function firstCause({ batch }: ReceiptContent): string {
  if (batch.outcome === 'refused') return 'The dispatch was refused; nothing can change any more.';
  if (batch.outcome === 'unknown') {
    const { resolution } = batch;
    const found = resolution === null ? 'nothing is known.' : resolutionMessage(resolution);
    return `The unknown outcome was checked: ${found}`;
  }
  const counts = [batch.verdictCounts, batch.alsoCommanded?.verdictCounts ?? {}];
  const count = counts.flatMap((of) => Object.values(of)).reduce((sum, each) => sum + each, 0);
  if (count === 0) return 'The Service accepted the dispatch and answered no Command.';
  const left =
    batch.unaccounted === 0
      ? ''
      : `; the outcome of ${formatCount(batch.unaccounted, 'Entity', 'Entities')} is unknown`;
  return `All of ${formatCount(count, 'Command', 'Commands')} have a final state${left}.`;
}

async function sealIn(trx: Transaction<Store>, intent: IntentRow, now: number): Promise<void> {
  const { content, text, settled } = await composeReceipt(trx, intent, now);
  if (!settled) return;
  const last = await trx
    .selectFrom('seals')
    .where('dispatch_id', '=', intent.id)
    .orderBy('revision', 'desc')
    .limit(1)
    .select(['revision', 'content'])
    .executeTakeFirst();
  let cause = firstCause(content);
  if (last !== undefined) {
    const { explained, unexplained } = differences(fromJson(ReceiptContent, last.content), content);
    // Unexplained changes must never be sealed as facts: the check reports them.
    if (explained.length === 0 || unexplained.length > 0) return;
    cause = explained.join(' ');
  }
  await trx
    .insertInto('seals')
    .values({
      dispatch_id: intent.id,
      revision: (last?.revision ?? 0) + 1,
      sealed_at: now,
      hash: hashOfText(text),
      cause,
      content: text,
      version: intent.version,
    })
    // Another replica may have been faster.
    .onConflict((conflict) => conflict.columns(['dispatch_id', 'revision']).doNothing())
    .execute();
}

/** Creates the one sealer of receipts. */
export function createSealer(parts: {
  db: Kysely<Store>;
  clock: Clock;
  onError: (error: unknown, dispatchId: string | null) => void;
}): Sealer {
  const { db, clock, onError } = parts;
  /** All changes up to this version have been examined. */
  let seen = 0;
  let stopped = false;
  let pauseMs = SEAL_EVERY_MS;
  let running = Promise.resolve();
  let cancelTimer = () => {};

  const seal = (id: string) =>
    db.transaction().execute(async (trx) => {
      const intent = await trx
        .selectFrom('intents')
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirst();
      if (intent !== undefined) await sealIn(trx, intent, clock.now());
    });

  const look = async () => {
    const upTo = await currentVersion(db);
    if (upTo === seen) return;
    const due = await db
      .selectFrom('intents')
      .where('version', '>', seen)
      .where('outcome', '<>', 'sending')
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('commands')
              .whereRef('commands.dispatch_id', '=', 'intents.id')
              .where('commands.settled', '=', 0)
              .select(sql.lit(1).as('one')),
          ),
        ),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('seals')
              .whereRef('seals.dispatch_id', '=', 'intents.id')
              .whereRef('seals.version', '>=', 'intents.version')
              .select(sql.lit(1).as('one')),
          ),
        ),
      )
      .orderBy('version')
      .select('id')
      .execute();
    let failed = false;
    for (const { id } of due) {
      if (stopped) return;
      try {
        await seal(id);
      } catch (error) {
        failed = true;
        onError(error, id);
        // A store that cannot be written fails for all batches.
        if (isStoreFailure(error)) break;
      }
    }
    pauseMs = failed ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : SEAL_EVERY_MS;
    // Failures are retried at the next poll.
    if (!failed) seen = upTo;
  };
  const sealDue = () => {
    running = running.then(look).catch((error: unknown) => {
      onError(error, null);
    });
    return running;
  };
  const loop = async () => {
    await sealDue();
    if (!stopped) cancelTimer = clock.after(pauseMs, tick);
  };
  const tick = () => {
    void loop();
  };

  return {
    start: tick,
    sealDue,
    async stop() {
      stopped = true;
      cancelTimer();
      await running;
    },
  };
}
