import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import {
  OFFBOARDING_MAX,
  type BulkItemState,
  type BulkNote,
  type BulkRequest,
  type BulkValue,
} from '../../contract/console/bulk.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { failure, invalid } from '../../bff/http/problems.ts';
import type { SignedIn } from '../../bff/session/sessions.ts';
import { chunks } from '../../store/chunks.ts';
import type { BulkItemRow, BulkRunRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { toNullableJson } from '../../store/json.ts';
import { nextVersion } from '../../store/version.ts';
import { mayStillAct, refuseOverlap } from '../jobs/overlap.ts';
import { unrecorded, type AddDone } from '../audit/audit.ts';

type ItemKey = Pick<BulkItemRow, 'run_id' | 'position'>;

/** Refuses an offboarding of too many, or one that repeats or reverts another run. */
function refuseOffboarding({ items, from }: BulkRequest): void {
  if (items.length > OFFBOARDING_MAX) {
    throw invalid('items', `At most ${OFFBOARDING_MAX} Entities are offboarded in one run.`);
  }
  if (from !== null) throw invalid('from', 'An offboarding does not come from another run.');
}

/** The wanted values in their order; a refusal names the first row that does not fit the change. */
function wantedValues(request: BulkRequest): { entityId: string; wanted: BulkValue }[] {
  const { change } = request;
  if (change.kind === 'offboarding') refuseOffboarding(request);
  const seen = new Set<string>();
  return request.items.map(({ entityId, capacity }, at) => {
    if (seen.has(entityId)) {
      throw invalid(`items.${at}.entityId`, `${entityId} appears more than once.`);
    }
    seen.add(entityId);
    if ((capacity === null) === (change.kind === 'capacity')) {
      throw invalid(
        `items.${at}.capacity`,
        change.kind === 'capacity' ? 'A capacity is missing.' : 'This change takes no capacity.',
      );
    }
    return { entityId, wanted: change.kind === 'feature' ? change.enabled : capacity };
  });
}

/** Refuses Entities to which another run may still make the same kind of change. */
async function refuseSharedEntities(
  trx: Transaction<Store>,
  run: { id: string; subject: string },
  entityIds: readonly string[],
): Promise<void> {
  const others = [];
  for (const part of chunks(entityIds)) {
    const rows = await trx
      .selectFrom('bulk_items')
      .innerJoin('bulk_runs', 'bulk_runs.id', 'bulk_items.run_id')
      .where('bulk_items.entity_id', 'in', part)
      .where(mayStillAct('bulk_items', 'bulk_runs'))
      .where('bulk_runs.subject', '=', run.subject)
      .where('bulk_runs.id', '!=', run.id)
      .select('bulk_runs.operator_name')
      .execute();
    others.push(...rows);
  }
  refuseOverlap(others, { verb: 'change', targets: 'Entities' });
}

/** What a run changes; two runs with the same subject must not share Entities. */
function subjectOf({ change }: BulkRequest): string {
  return change.kind === 'feature' ? `feature ${change.feature}` : change.kind;
}

/**
 * Makes a run durable before anything is sent. The same id with the same content is the same run.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for rows that do not fit, 409 if another run may still change some of them, 422 if the id
 *   belongs to different content
 */
export async function recordRun(
  db: Kysely<Store>,
  request: BulkRequest,
  by: SignedIn,
  now: number,
  done: AddDone = unrecorded,
): Promise<{ created: boolean }> {
  const items = wantedValues(request);
  // The reason is not compared: it may be added before a repetition.
  const content = { change: request.change, items: request.items, from: request.from };
  const bodyHash = createHash('sha256').update(canonicalJson(content)).digest('hex');
  return db.transaction().execute(async (trx) => {
    // First: taking the number makes all writers wait, so that two runs cannot begin at once.
    await nextVersion(trx);
    const same = await trx
      .selectFrom('bulk_runs')
      .where('id', '=', request.id)
      .select(['body_hash', 'operator_id'])
      .executeTakeFirst();
    if (same !== undefined) {
      if (same.body_hash === bodyHash && same.operator_id === by.operator.id) {
        return { created: false };
      }
      throw failure(
        422,
        'idempotency_key_reused',
        'This id belongs to another run. Nothing was begun.',
      );
    }
    await refuseSharedEntities(
      trx,
      { id: request.id, subject: subjectOf(request) },
      items.map(({ entityId }) => entityId),
    );
    await trx
      .insertInto('bulk_runs')
      .values({
        id: request.id,
        operator_id: by.operator.id,
        operator_name: by.operator.name,
        session_hash: by.sessionHash,
        reason: request.reason === '' ? null : request.reason,
        chosen_by: request.chosenBy,
        origin: toNullableJson(request.from),
        change: JSON.stringify(request.change),
        subject: subjectOf(request),
        body_hash: bodyHash,
        state: 'running',
        total: items.length,
        created_at: now,
      })
      .execute();
    const rows = items.map(({ entityId, wanted }, position) => ({
      run_id: request.id,
      position,
      entity_id: entityId,
      state: 'waiting' satisfies BulkItemState,
      wanted: JSON.stringify(wanted),
    }));
    for (const part of chunks(rows)) {
      await trx.insertInto('bulk_items').values(part).execute();
    }
    await done(trx, { id: request.id });
    return { created: true };
  });
}

/**
 * Stops a running run, or resumes a stopped one; any other state is unchanged.
 * @throws Failure 409 if another run may still change Entities of the resumed one
 */
export async function changeRunState(
  db: Kysely<Store>,
  id: string,
  from: 'running' | 'stopped',
  to: 'running' | 'stopped',
  done: AddDone = unrecorded,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // First, as when a run begins: two overlapping runs cannot both pass.
    await nextVersion(trx);
    const run = await trx
      .updateTable('bulk_runs')
      .set({ state: to })
      .where('id', '=', id)
      .where('state', '=', from)
      .returning(['id', 'subject'])
      .executeTakeFirst();
    if (run === undefined) return;
    if (to === 'stopped') return done(trx);
    const open = await trx
      .selectFrom('bulk_items')
      .where('run_id', '=', id)
      .where('state', 'in', ['waiting', 'sending'])
      .select('entity_id')
      .execute();
    await refuseSharedEntities(
      trx,
      run,
      open.map((item) => item.entity_id),
    );
    await done(trx);
  });
}

/**
 * Makes durable that an item's one request goes out now, with the value read before it.
 * @returns false if it must not: the run was stopped, or the item is no longer waiting
 */
export async function markSending(
  db: Kysely<Store>,
  item: ItemKey,
  before: { value: BulkValue; at: number },
  now: number,
): Promise<boolean> {
  const marked = await db
    .updateTable('bulk_items')
    .set({
      state: 'sending' satisfies BulkItemState,
      before: JSON.stringify(before.value),
      before_at: before.at,
      at: now,
    })
    .where('run_id', '=', item.run_id)
    .where('position', '=', item.position)
    .where('state', '=', 'waiting')
    .where('run_id', 'in', (runs) =>
      runs.selectFrom('bulk_runs').where('state', '=', 'running').select('id'),
    )
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Puts an item back if its request is known not to have gone out. */
export async function markWaiting(db: Kysely<Store>, item: ItemKey): Promise<void> {
  await db
    .updateTable('bulk_items')
    .set({
      state: 'waiting' satisfies BulkItemState,
      before: null,
      before_at: null,
      at: null,
    })
    .where('run_id', '=', item.run_id)
    .where('position', '=', item.position)
    .where('state', '=', 'sending')
    .execute();
}

/** How an item ended. */
export interface ItemEnd {
  state: Exclude<BulkItemState, 'waiting' | 'sending'>;
  note: BulkNote | null;
  /** Absent: unchanged in the store. */
  before?: { value: BulkValue; at: number };
  after?: { value: BulkValue; at: number };
  /** The Offboarding Request that was created, or was open before. */
  requestId?: string;
}

/**
 * Stores how an item ended.
 * @param now milliseconds since the epoch
 */
export async function settleItem(
  db: Kysely<Store>,
  item: ItemKey,
  end: ItemEnd,
  now: number,
): Promise<void> {
  const { state, note, before, after, requestId } = end;
  await db
    .updateTable('bulk_items')
    .set({
      state,
      note: toNullableJson(note),
      at: now,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(before === undefined
        ? {}
        : { before: JSON.stringify(before.value), before_at: before.at }),
      ...(after === undefined ? {} : { after: JSON.stringify(after.value), after_at: after.at }),
    })
    .where('run_id', '=', item.run_id)
    .where('position', '=', item.position)
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}

/** Ends a run that has nothing left to do, also a stopped one. */
export async function finishRun(
  db: Kysely<Store>,
  run: Pick<BulkRunRow, 'id'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ state: 'done', finished_at: now })
    .where('id', '=', run.id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bulk_items')
            .where('run_id', '=', run.id)
            .where('state', 'in', ['waiting', 'sending'])
            .select('position'),
        ),
      ),
    )
    .execute();
}
