import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type {
  BulkOrigin,
  JobChange,
  JobItemState,
  JobNote,
  JobReading,
} from '../../contract/console/job.ts';
import { failure } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { insertRow, insertRows } from '../../store/insert-rows.ts';
import { toNullableJson } from '../../store/json.ts';
import type { JobItemRow, JobRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { JobLease } from './job-lease.ts';

type ItemKey = Pick<JobItemRow, 'job_id' | 'position'>;
type Item = Pick<JobItemRow, 'entity_id' | 'command_id' | 'trigger_at' | 'wanted'>;

/** States of items that may still change something. */
const OPEN: readonly string[] = ['waiting', 'sending'] satisfies JobItemState[];

/** An item of another job with the same subject. */
export interface OtherItem {
  jobId: string;
  operatorName: string;
  entityId: string;
  commandId: string | null;
  /** Whether it may still change something. */
  isOpen: boolean;
}

/** A job to begin. */
export interface NewJob {
  id: string;
  kind: 'change' | 'offboard' | 'cancel';
  change: JobChange;
  subject: string;
  dispatchId: string | null;
  reason: string | null;
  chosenBy: string | null;
  from: BulkOrigin | null;
  /** What makes it the same when it is asked for again. The reason does not: it may be added before a repetition. */
  content: unknown;
  /**
   * Its items in the order of processing, or the job that does the same already.
   * @param others items of running jobs with the same subject, and those in flight; oldest job first
   */
  itemsOf(
    trx: Transaction<Store>,
    others: readonly OtherItem[],
  ): Promise<readonly Item[] | { sameAs: string }>;
}

/** Makes all others who begin or resume jobs wait, so that two that overlap cannot both pass. */
async function lockJobs(trx: Transaction<Store>): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name: 'jobs', value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((old) => ({ value: old('counters.value', '+', 1) })),
    )
    .execute();
}

async function otherItems(
  trx: Transaction<Store>,
  { id, subject }: Pick<JobRow, 'id' | 'subject'>,
): Promise<OtherItem[]> {
  // Of a stopped job only what is in flight can still change something.
  const { rows } = await sql<Omit<OtherItem, 'isOpen'> & { state: string }>`
    select j.id as "jobId", j.operator_name as "operatorName", i.entity_id as "entityId",
      i.command_id as "commandId", i.state
    from jobs j join job_items i on i.job_id = j.id
    where j.subject = ${subject} and j.id <> ${id}
      and (j.state = 'running' or j.state = 'stopped' and i.state = 'sending')
    order by j.created_at, j.id`.execute(trx);
  return rows.map(({ state, ...row }) => ({ ...row, isOpen: OPEN.includes(state) }));
}

/**
 * Refuses to begin or resume a job while others may still act on its targets: otherwise chance decides which of the
 * two comes last.
 * @param targets Command ids where there are Commands, otherwise Entity ids
 * @throws Failure 409 if there are any
 */
export function refuseOverlap(
  others: readonly OtherItem[],
  targets: ReadonlySet<string>,
  words: { verb: string; targets: string },
): void {
  const shared = others.filter(
    ({ isOpen, commandId, entityId }) => isOpen && targets.has(commandId ?? entityId),
  );
  const [first] = shared;
  if (first === undefined) return;
  throw failure(
    409,
    'changed_since',
    `Another run of ${first.operatorName} may still ${words.verb} ${shared.length} of these ${words.targets}. Nothing was sent. Stop that run and wait for its requests in flight, or wait until it is done.`,
  );
}

/**
 * Makes a job durable before anything is sent. The same id with the same content is the same job.
 * @param now milliseconds since the epoch
 * @returns its id, or that of the job that does the same already
 * @throws Failure 409 if another job may still change some of its targets, 422 if the id belongs to different content
 */
export async function createJob(
  db: Kysely<Store>,
  job: NewJob,
  { operator, sessionHash }: SignedIn,
  now: number,
): Promise<{ id: string; created: boolean }> {
  const { id, subject } = job;
  const bodyHash = createHash('sha256').update(canonicalJson(job.content)).digest('hex');
  return inTransaction(db, async (trx) => {
    await lockJobs(trx);
    const same = await trx
      .selectFrom('jobs')
      .where('id', '=', id)
      .select(['body_hash', 'operator_id'])
      .executeTakeFirst();
    if (same?.body_hash === bodyHash && same.operator_id === operator.id) {
      return { id, created: false };
    }
    if (same !== undefined) {
      throw failure(
        422,
        'idempotency_key_reused',
        'This id belongs to another run. Nothing was begun.',
      );
    }
    const items = await job.itemsOf(trx, await otherItems(trx, { id, subject }));
    if ('sameAs' in items) return { id: items.sameAs, created: false };
    const isDone = items.length === 0;
    await insertRow(trx, 'jobs', {
      id,
      kind: job.kind,
      operator_id: operator.id,
      operator_name: operator.name,
      session_hash: sessionHash,
      reason: job.reason === '' ? null : job.reason,
      chosen_by: job.chosenBy,
      origin: toNullableJson(job.from),
      change: JSON.stringify(job.change),
      subject,
      dispatch_id: job.dispatchId,
      body_hash: bodyHash,
      state: isDone ? 'done' : 'running',
      total: items.length,
      created_at: now,
      finished_at: isDone ? now : null,
    });
    await insertRows(
      trx,
      'job_items',
      ['job_id', 'position', 'entity_id', 'command_id', 'trigger_at', 'state', 'wanted'],
      items.map((item, position) => ({ ...item, job_id: id, position, state: 'waiting' })),
    );
    return { id, created: true };
  });
}

/**
 * Stops a running job, or resumes a stopped one; any other state is unchanged.
 * @throws Failure 409 if another job may still change targets of the resumed one
 */
export async function changeJobState(
  db: Kysely<Store>,
  id: string,
  to: 'running' | 'stopped',
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockJobs(trx);
    const job = await trx
      .updateTable('jobs')
      .set({ state: to })
      .where('id', '=', id)
      .where('state', '=', to === 'running' ? 'stopped' : 'running')
      .returningAll()
      .executeTakeFirst();
    if (job === undefined) return;
    if (to === 'running') {
      const left = await trx
        .selectFrom('job_items')
        .where('job_id', '=', id)
        .where('state', 'in', OPEN)
        .select(['entity_id', 'command_id'])
        .execute();
      const targets = new Set(left.map((item) => item.command_id ?? item.entity_id));
      const words =
        job.kind === 'cancel'
          ? { verb: 'cancel', targets: 'Commands' }
          : { verb: 'change', targets: 'Entities' };
      refuseOverlap(await otherItems(trx, job), targets, words);
    }
  });
}

/**
 * Makes durable that an item's one request goes out now, with the value read before it.
 * @param now milliseconds since the epoch
 * @returns false if it must not: the job was stopped, another process has it, or the item is no longer waiting
 */
export async function markSending(
  db: Kysely<Store>,
  lease: Pick<JobLease, 'holds'>,
  item: ItemKey,
  before: JobReading | null,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lease.holds(trx, item.job_id))) return false;
    const marked = await trx
      .updateTable('job_items')
      .set({ state: 'sending', before: toNullableJson(before), at: now })
      .where('job_id', '=', item.job_id)
      .where('position', '=', item.position)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return marked.numUpdatedRows === 1n;
  });
}

/** Puts an item back if its request is known not to have gone out. */
export async function putBack(db: Kysely<Store>, item: ItemKey): Promise<void> {
  await db
    .updateTable('job_items')
    .set({ state: 'waiting', before: null, at: null })
    .where('job_id', '=', item.job_id)
    .where('position', '=', item.position)
    .where('state', '=', 'sending')
    .execute();
}

/** How an item ended. */
export interface ItemEnd {
  state: Exclude<JobItemState, 'waiting' | 'sending'>;
  note: JobNote | null;
  /** Absent: unchanged in the store. */
  before?: JobReading;
  after?: JobReading;
  /** The Offboarding Request that was created, or was open before. */
  requestId?: string;
  /** Stores what was seen of a Command in the same transaction. */
  seen?: (trx: Transaction<Store>) => Promise<void>;
}

/**
 * Stores how an item ended. One that has ended stays as it is.
 * @param now milliseconds since the epoch
 */
export async function settleItem(
  db: Kysely<Store>,
  job: Pick<JobRow, 'id'>,
  position: number,
  end: ItemEnd,
  now: number,
): Promise<void> {
  const { state, note, before, after, requestId } = end;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('job_items')
      .set({
        state,
        note: toNullableJson(note),
        at: now,
        // Undefined: unchanged.
        request_id: requestId,
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      })
      .where('job_id', '=', job.id)
      .where('position', '=', position)
      .where('state', 'in', OPEN)
      .execute();
    await end.seen?.(trx);
  });
}

/**
 * Ends a job that has nothing left to do, even a stopped one.
 * @param now milliseconds since the epoch
 * @returns whether it ended now
 */
export async function finishJob(
  db: Kysely<Store>,
  job: Pick<JobRow, 'id'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ state: 'done', finished_at: now, claimed_by: null, claimed_until: null })
    .where('id', '=', job.id)
    .where('state', 'in', ['running', 'stopped'])
    .where((row) => {
      const open = row
        .selectFrom('job_items')
        .where('job_id', '=', job.id)
        .where('job_items.state', 'in', OPEN);
      return row.not(row.exists(open.select('position')));
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
