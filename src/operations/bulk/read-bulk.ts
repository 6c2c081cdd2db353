import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import {
  BULK_PAGE_MAX,
  BulkChange,
  BulkItemState,
  BulkNote,
  BulkOrigin,
  type BulkItemFilter,
  type BulkItems,
  type BulkRun,
  type BulkRuns,
} from '../../contract/console/bulk.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../bff/http/problems.ts';
import { fromJson, fromNullableJson } from '../../store/json.ts';
import type { BulkItemRow, BulkRunRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Pause } from '../jobs/outage-and-rate-limit.ts';

/** Maximum number of listed runs. */
const LISTED = 50;

const RunState = z.enum(['running', 'stopped', 'done']);
const Value = z.union([z.boolean(), z.number()]).nullable();

/** States that need an operator's attention. */
const PROBLEMS: readonly BulkItemState[] = ['refused', 'unknown', 'skipped'];

async function shown(
  db: Kysely<Store>,
  rows: readonly BulkRunRow[],
  pause: Pause | null,
): Promise<BulkRun[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const counted = await db
    .selectFrom('bulk_items')
    .where('run_id', 'in', ids)
    .groupBy(['run_id', 'state'])
    .select((row) => ['run_id', 'state', row.fn.countAll<number>().as('count')])
    .execute();
  return rows.map((row) => {
    const counts: BulkRun['counts'] = {
      waiting: 0,
      sending: 0,
      done: 0,
      unchanged: 0,
      refused: 0,
      unknown: 0,
      skipped: 0,
    };
    for (const { run_id: id, state, count } of counted) {
      if (id === row.id) counts[BulkItemState.parse(state)] = count;
    }
    const state = RunState.parse(row.state);
    const open = state === 'running' || counts.sending > 0;
    return {
      id: row.id,
      change: fromJson(BulkChange, row.change),
      operatorName: row.operator_name,
      reason: row.reason,
      chosenBy: row.chosen_by,
      from: fromNullableJson(BulkOrigin, row.origin),
      createdAt: isoInstant(row.created_at),
      state,
      finishedAt: row.finished_at === null ? null : isoInstant(row.finished_at),
      total: row.total,
      counts,
      pause:
        pause === null || !open ? null : { until: isoInstant(pause.until), message: pause.message },
    };
  });
}

/**
 * The newest runs.
 * @param pause why nothing is sent at the moment
 * @param now milliseconds since the epoch
 */
export async function readRuns(
  db: Kysely<Store>,
  pause: Pause | null,
  now: number,
): Promise<BulkRuns> {
  const rows = await db
    .selectFrom('bulk_runs')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED + 1)
    .selectAll()
    .execute();
  return {
    runs: await shown(db, rows.slice(0, LISTED), pause),
    more: rows.length > LISTED,
    asOf: isoInstant(now),
  };
}

/** One run with its counts. @throws Failure 404 */
export async function readRun(
  db: Kysely<Store>,
  id: string,
  pause: Pause | null,
): Promise<BulkRun> {
  const row = await db.selectFrom('bulk_runs').where('id', '=', id).selectAll().executeTakeFirst();
  const [run] = row === undefined ? [] : await shown(db, [row], pause);
  if (run === undefined) throw failure(404, 'not_found', `There is no bulk change ${id}.`);
  return run;
}

const reading = (value: string | null, at: number | null) =>
  value === null || at === null ? null : { value: fromJson(Value, value), at: isoInstant(at) };

function noteOf({ note, words }: Pick<BulkItemRow, 'note' | 'words'>): BulkNote | null {
  if (note !== null) return fromJson(BulkNote, note);
  return words === null ? null : { code: 'kept', message: words };
}

/**
 * A page of the items of a run, in processing order.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readItems(
  db: Kysely<Store>,
  id: string,
  page: { state?: BulkItemFilter | undefined; offset?: number; limit?: number },
  now: number,
): Promise<BulkItems> {
  const { state, offset = 0, limit = BULK_PAGE_MAX } = page;
  const run = await readRun(db, id, null);
  const states = state === 'problems' ? PROBLEMS : state === undefined ? null : [state];
  let rows = db
    .selectFrom('bulk_items')
    .leftJoin('entities', 'entities.id', 'bulk_items.entity_id')
    .where('bulk_items.run_id', '=', id);
  if (states !== null) rows = rows.where('bulk_items.state', 'in', states);
  const items = await rows
    .orderBy('bulk_items.position')
    .limit(limit)
    .offset(offset)
    .selectAll('bulk_items')
    .select(['entities.name', 'entities.type'])
    .execute();
  return {
    items: items.map((item) => ({
      position: item.position,
      entityId: item.entity_id,
      entityName: item.name,
      entityType: item.type,
      state: BulkItemState.parse(item.state),
      wanted: fromJson(Value, item.wanted),
      before: reading(item.before, item.before_at),
      after: reading(item.after, item.after_at),
      requestId: item.request_id,
      note: noteOf(item),
      at: item.at === null ? null : isoInstant(item.at),
    })),
    total: states === null ? run.total : states.reduce((sum, each) => sum + run.counts[each], 0),
    asOf: isoInstant(now),
  };
}
