import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import {
  SweepItemState,
  type Sweep,
  type SweepDetail,
  type SweepList,
} from '../../../contract/console/sweep.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { SweepRow } from '../../../store/schema/job-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findBatch } from '../batches/batches.ts';

const State = z.enum(['running', 'stopped', 'done']);

/** The stored state of an item: `sending`, while its request is in flight, is shown as waiting. */
export type StoredItemState = SweepItemState | 'sending';

/** An item in flight is shown as waiting. */
function shownState(state: string): SweepItemState {
  return state === 'sending' ? 'waiting' : SweepItemState.parse(state);
}

const COUNTED = {
  waiting: 'waiting',
  canceled: 'canceled',
  'too-late': 'tooLate',
  refused: 'refused',
  unknown: 'unknown',
} as const satisfies Record<SweepItemState, keyof Sweep['counts']>;

/** Sweeps as shown, with their tallies. */
async function sweepsOf(db: Kysely<Store>, rows: readonly SweepRow[]): Promise<Sweep[]> {
  if (rows.length === 0) return [];
  const counted = await db
    .selectFrom('sweep_items')
    .where(
      'sweep_id',
      'in',
      rows.map((row) => row.id),
    )
    .groupBy(['sweep_id', 'state'])
    .select((row) => ['sweep_id', 'state', row.fn.countAll<number>().as('count')])
    .execute();
  return rows.map((row) => {
    const counts = { waiting: 0, canceled: 0, tooLate: 0, refused: 0, unknown: 0 };
    for (const { sweep_id: id, state, count } of counted) {
      if (id === row.id) counts[COUNTED[shownState(state)]] += count;
    }
    return {
      id: row.id,
      dispatchId: row.dispatch_id,
      operatorName: row.operator_name,
      reason: row.reason,
      createdAt: isoInstant(row.created_at),
      state: State.parse(row.state),
      finishedAt: row.finished_at === null ? null : isoInstant(row.finished_at),
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
      counts,
    };
  });
}

/**
 * The row of a sweep.
 * @throws Failure 404
 */
export async function findSweep(db: Kysely<Store>, id: string): Promise<SweepRow> {
  const row = await db.selectFrom('sweeps').where('id', '=', id).selectAll().executeTakeFirst();
  if (row === undefined) throw failure(404, 'not_found', `There is no cancel sweep ${id}.`);
  return row;
}

/** One sweep as shown. @throws Failure 404 */
export async function shownSweep(db: Kysely<Store>, id: string): Promise<Sweep> {
  const [sweep] = await sweepsOf(db, [await findSweep(db, id)]);
  if (sweep === undefined) throw failure(404, 'not_found', `There is no cancel sweep ${id}.`);
  return sweep;
}

/**
 * The sweeps of a batch, newest first.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if there is no such batch
 */
export async function readSweeps(
  db: Kysely<Store>,
  dispatchId: string,
  now: number,
): Promise<SweepList> {
  await findBatch(db, dispatchId);
  const rows = await db
    .selectFrom('sweeps')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .selectAll()
    .execute();
  return { sweeps: await sweepsOf(db, rows), asOf: isoInstant(now) };
}

/**
 * A sweep with its items, in the order of cancellation.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readSweep(db: Kysely<Store>, id: string, now: number): Promise<SweepDetail> {
  const row = await findSweep(db, id);
  const items = await db
    .selectFrom('sweep_items')
    .leftJoin('commands', (join) =>
      join
        .on('commands.dispatch_id', '=', row.dispatch_id)
        .onRef('commands.position', '=', 'sweep_items.position'),
    )
    .leftJoin('intent_members', (join) =>
      join
        .on('intent_members.dispatch_id', '=', row.dispatch_id)
        .onRef('intent_members.entity_id', '=', 'sweep_items.entity_id'),
    )
    .leftJoin('entities', 'entities.id', 'sweep_items.entity_id')
    .where('sweep_items.sweep_id', '=', id)
    .orderBy('sweep_items.trigger_at')
    .orderBy('sweep_items.position')
    .select((item) => [
      'sweep_items.position',
      'sweep_items.entity_id',
      'sweep_items.command_id',
      'sweep_items.state',
      'sweep_items.words',
      'sweep_items.at',
      'commands.trigger_time',
      item.fn.coalesce('intent_members.name', 'entities.name').as('name'),
    ])
    .execute();
  const [sweep] = await sweepsOf(db, [row]);
  if (sweep === undefined) throw failure(404, 'not_found', `There is no cancel sweep ${id}.`);
  return {
    sweep,
    items: items.map((item) => {
      const state = shownState(item.state);
      return {
        position: item.position,
        entityId: item.entity_id,
        entityName: item.name,
        commandId: item.command_id,
        triggerTime: item.trigger_time,
        state,
        words: state === 'waiting' ? null : item.words,
        at: state === 'waiting' || item.at === null ? null : isoInstant(item.at),
      };
    }),
    asOf: isoInstant(now),
  };
}
