import type { Kysely, Transaction } from 'kysely';
import type { SweepRequest } from '../../../contract/console/sweep.ts';
import { isTerminal } from '../../../domain/command-status.ts';
import { instantMs } from '../../../domain/instant.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { SignedIn } from '../../../bff/session/sessions.ts';
import { chunks } from '../../../store/chunks.ts';
import type { SweepItemRow, SweepRow } from '../../../store/schema/job-schema.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { mayStillAct, refuseOverlap } from '../../jobs/overlap.ts';
import { findBatch } from '../batches/batches.ts';
import type { StoredItemState } from './sweep-read.ts';
import { unrecorded, type AddDone } from '../../audit/audit.ts';

/** The Commands to cancel: those that have not ended, as far as known. */
async function wantedCommands(
  trx: Transaction<Store>,
  dispatchId: string,
  only: SweepRequest['only'],
): Promise<CommandRow[]> {
  const rows = await trx
    .selectFrom('commands')
    .where('dispatch_id', '=', dispatchId)
    .selectAll()
    .execute();
  const at = only === null ? null : instantMs(only.triggerTime);
  return rows.filter(
    (row) =>
      !isTerminal(row.status) &&
      (only === null || (row.type === only.type && row.trigger_at === at)),
  );
}

const OPEN = mayStillAct('sweep_items', 'sweeps');

/** Items of other sweeps of the batch, oldest sweep first. */
function itemsElsewhere(
  trx: Transaction<Store>,
  { id, dispatch_id }: Pick<SweepRow, 'id' | 'dispatch_id'>,
) {
  return trx
    .selectFrom('sweep_items')
    .innerJoin('sweeps', 'sweeps.id', 'sweep_items.sweep_id')
    .where('sweeps.dispatch_id', '=', dispatch_id)
    .where('sweeps.id', '!=', id)
    .orderBy('sweeps.created_at')
    .select(['sweep_items.sweep_id', 'sweep_items.position', 'sweeps.operator_name']);
}

/** Raises the versions that a change of a sweep shows in. */
async function touch(
  trx: Transaction<Store>,
  sweep: Pick<SweepRow, 'id' | 'dispatch_id'>,
  version: number,
): Promise<void> {
  await trx.updateTable('sweeps').set({ version }).where('id', '=', sweep.id).execute();
  await trx.updateTable('intents').set({ version }).where('id', '=', sweep.dispatch_id).execute();
}

/**
 * Makes a sweep durable. The same id again is the same sweep; if other sweeps already cancel everything
 * requested, returns the newest of them.
 * @param now milliseconds since the epoch
 * @throws Failure 404 if there is no such batch, 422 if the id belongs to another sweep
 */
export async function recordSweep(
  db: Kysely<Store>,
  dispatchId: string,
  request: SweepRequest,
  by: SignedIn,
  now: number,
  done: AddDone = unrecorded,
): Promise<{ id: string; created: boolean }> {
  return db.transaction().execute(async (trx) => {
    // First: taking the number makes all writers wait, so that two sweeps cannot begin at once.
    const version = await nextVersion(trx);
    await findBatch(trx, dispatchId);
    const same = await trx
      .selectFrom('sweeps')
      .where('id', '=', request.id)
      .select(['dispatch_id', 'operator_id'])
      .executeTakeFirst();
    if (same !== undefined) {
      if (same.dispatch_id === dispatchId && same.operator_id === by.operator.id) {
        return { id: request.id, created: false };
      }
      throw failure(
        422,
        'idempotency_key_reused',
        'This id belongs to another cancel sweep. Nothing was canceled.',
      );
    }
    const wanted = await wantedCommands(trx, dispatchId, request.only);
    const elsewhere = await itemsElsewhere(trx, { id: request.id, dispatch_id: dispatchId })
      .where((eb) => eb.or([eb('sweeps.state', '=', 'running'), OPEN]))
      .execute();
    const waiting = new Map(elsewhere.map((item) => [item.position, item.sweep_id]));
    const fresh = wanted.filter((row) => !waiting.has(row.position));
    const running = [...waiting.values()].at(-1);
    if (fresh.length === 0 && running !== undefined) return { id: running, created: false };
    await trx
      .insertInto('sweeps')
      .values({
        id: request.id,
        dispatch_id: dispatchId,
        operator_id: by.operator.id,
        operator_name: by.operator.name,
        session_hash: by.sessionHash,
        reason: request.reason === '' ? null : request.reason,
        state: fresh.length === 0 ? 'done' : 'running',
        created_at: now,
        finished_at: fresh.length === 0 ? now : null,
        version,
      })
      .execute();
    for (const part of chunks(fresh)) {
      await trx
        .insertInto('sweep_items')
        .values(
          part.map((row) => ({
            sweep_id: request.id,
            position: row.position,
            entity_id: row.entity_id,
            command_id: row.id,
            // Never null: the position of nulls in an order depends on the database.
            trigger_at: row.trigger_at ?? row.due_at,
            state: 'waiting',
          })),
        )
        .execute();
    }
    await touch(trx, { id: request.id, dispatch_id: dispatchId }, version);
    await done(trx, { id: request.id });
    return { id: request.id, created: true };
  });
}

/**
 * Stops a running sweep, or resumes a stopped one; any other state is unchanged.
 * @throws Failure 409 if another sweep may still cancel Commands of the resumed one
 */
export async function changeSweepState(
  db: Kysely<Store>,
  sweep: SweepRow,
  from: 'running' | 'stopped',
  to: 'running' | 'stopped',
  done: AddDone = unrecorded,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const changed = await trx
      .updateTable('sweeps')
      .set({ state: to })
      .where('id', '=', sweep.id)
      .where('state', '=', from)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return;
    if (to === 'running') {
      const shared = itemsElsewhere(trx, sweep)
        .where(OPEN)
        .where('sweep_items.position', 'in', (items) =>
          items
            .selectFrom('sweep_items')
            .where('sweep_id', '=', sweep.id)
            .where('state', 'in', ['waiting', 'sending'])
            .select('position'),
        );
      refuseOverlap(await shared.execute(), { verb: 'cancel', targets: 'Commands' });
    }
    await touch(trx, sweep, version);
    await done(trx);
  });
}

/**
 * Makes durable that an item's one request goes out now.
 * @returns false if it must not: the sweep was stopped, or the item is no longer waiting
 */
export async function markSending(
  db: Kysely<Store>,
  item: Pick<SweepItemRow, 'sweep_id' | 'position'>,
  now: number,
): Promise<boolean> {
  const marked = await db
    .updateTable('sweep_items')
    .set({ state: 'sending' satisfies StoredItemState, at: now })
    .where('sweep_id', '=', item.sweep_id)
    .where('position', '=', item.position)
    .where('state', '=', 'waiting')
    .where('sweep_id', 'in', (sweeps) =>
      sweeps.selectFrom('sweeps').where('state', '=', 'running').select('id'),
    )
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Puts an item back if its request is known not to have gone out. */
export async function markWaiting(
  db: Kysely<Store>,
  item: Pick<SweepItemRow, 'sweep_id' | 'position'>,
): Promise<void> {
  await db
    .updateTable('sweep_items')
    .set({ state: 'waiting' satisfies StoredItemState, at: null })
    .where('sweep_id', '=', item.sweep_id)
    .where('position', '=', item.position)
    .where('state', '=', 'sending')
    .execute();
}

/** How an item ended. */
export interface ItemEnd {
  state: 'canceled' | 'too-late' | 'refused' | 'unknown';
  message: string | null;
}

/**
 * Stores how an item ended.
 * @param also stores more in the same transaction; gets the transaction and its version
 */
export async function settleItem(
  db: Kysely<Store>,
  sweep: Pick<SweepRow, 'id' | 'dispatch_id'>,
  item: Pick<SweepItemRow, 'position'>,
  { state, message, at }: ItemEnd & { at: number },
  also: (trx: Transaction<Store>, version: number) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    await trx
      .updateTable('sweep_items')
      .set({ state, words: message, at })
      .where('sweep_id', '=', sweep.id)
      .where('position', '=', item.position)
      .where('state', 'in', ['waiting', 'sending'])
      .execute();
    await also(trx, version);
    await touch(trx, sweep, version);
  });
}

/**
 * Ends a sweep that has nothing left to do, even a stopped one.
 * @returns whether it ended
 */
export async function finishSweep(
  db: Kysely<Store>,
  sweep: Pick<SweepRow, 'id' | 'dispatch_id'>,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom('sweep_items')
      .where('sweep_id', '=', sweep.id)
      .where('state', 'in', ['waiting', 'sending'])
      .select('position')
      .limit(1)
      .executeTakeFirst();
    if (left !== undefined) return false;
    const version = await nextVersion(trx);
    const finished = await trx
      .updateTable('sweeps')
      .set({ state: 'done', finished_at: now })
      .where('id', '=', sweep.id)
      .where('state', 'in', ['running', 'stopped'])
      .executeTakeFirst();
    if (finished.numUpdatedRows !== 1n) return false;
    await touch(trx, sweep, version);
    return true;
  });
}
