import type { ExpressionBuilder, Kysely } from 'kysely';
import type { BatchFilter, BatchList } from '../../../contract/console/batch.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { invalid } from '../../../bff/http/problems.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { currentVersion } from '../../../store/version.ts';
import { hasType } from '../send/dispatch-types.ts';
import { summariesOf } from './batch-summary.ts';
import { isOpenIntent } from '../resolve/read-resolution.ts';

const DEFAULT_LIMIT = 50;

/** Parameters of a list of batches. */
export type BatchListQuery = BatchFilter & {
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** The last batch of a page: the next page begins after it. */
interface Place {
  createdAt: number;
  id: string;
}

function cursorOf({ created_at: createdAt, id }: IntentRow): string {
  return `${createdAt}.${id}`;
}

function placeOf(cursor: string): Place {
  const [createdAt = '', id = ''] = cursor.split('.');
  if (!/^\d{1,15}$/.test(createdAt) || !Uuid.safeParse(id).success) {
    throw invalid('cursor', 'cursor: is not from this console.');
  }
  return { createdAt: Number(createdAt), id };
}

/** Active batches: being sent, tracked or checked. */
function isRunning(where: ExpressionBuilder<Store, 'intents'>) {
  return where.or([
    where('intents.outcome', '=', 'sending'),
    where.exists(
      where
        .selectFrom('sent_commands as commands')
        .whereRef('commands.dispatch_id', '=', 'intents.id')
        .where('commands.settled', '=', 0)
        .select('commands.position'),
    ),
    where.exists(
      where
        .selectFrom('resolutions')
        .whereRef('resolutions.dispatch_id', '=', 'intents.id')
        .where('resolutions.state', '=', 'running')
        .select('resolutions.state'),
    ),
  ]);
}

function filtered(db: Kysely<Store>, filter: BatchListQuery) {
  const { collectiveId, type, operatorId, outcome, from, to } = filter;
  let query = db.selectFrom('intents');
  if (collectiveId !== undefined) query = query.where('collective_id', '=', collectiveId);
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId);
  if (from !== undefined) query = query.where('created_at', '>=', instantMs(from) ?? 0);
  if (to !== undefined) query = query.where('created_at', '<', instantMs(to) ?? 0);
  if (outcome === 'running') query = query.where(isRunning);
  else if (outcome === 'unknown') query = query.where(isOpenIntent);
  else if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (type !== undefined) {
    query = query.where(hasType(type));
  }
  if (filter.cursor !== undefined) {
    const { createdAt, id } = placeOf(filter.cursor);
    query = query.where((where) =>
      where.or([
        where('created_at', '<', createdAt),
        where.and([where('created_at', '=', createdAt), where('id', '>', id)]),
      ]),
    );
  }
  return query;
}

/** Everybody who has ever sent a dispatch, by their name then; of two names, the alphabetically later one. */
async function operatorsOf(db: Kysely<Store>): Promise<BatchList['operators']> {
  return db
    .selectFrom('intents')
    .groupBy('operator_id')
    .select((row) => ['operator_id as id', row.fn.max('operator_name').as('name')])
    .orderBy('name')
    .execute();
}

/**
 * Dispatches, newest first, page by page.
 * @param filter filters, page size and cursor
 * @param now milliseconds since the epoch
 * @throws Failure 400 if the cursor is invalid
 */
export async function readBatches(
  db: Kysely<Store>,
  filter: BatchListQuery,
  now: number,
): Promise<BatchList> {
  const version = await currentVersion(db);
  const limit = filter.limit ?? DEFAULT_LIMIT;
  const found = await filtered(db, filter)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .selectAll('intents')
    .execute();
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    batches: await summariesOf(db, page, now),
    next: last === undefined ? null : cursorOf(last),
    operators: await operatorsOf(db),
    version,
    asOf: isoInstant(now),
  };
}
