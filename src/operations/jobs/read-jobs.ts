import { sql, type Kysely } from 'kysely';
import {
  BulkOrigin,
  JOB_PAGE_MAX,
  Job,
  JobChange,
  JobItemState,
  JobNote,
  JobReading,
  JobValue,
  type JobItem,
  type JobItemFilter,
  type JobItems,
  type Jobs,
} from '../../contract/console/job.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { fromJson, fromNullableJson } from '../../store/json.ts';
import type { JobItemRow, JobRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { findBatch } from '../dispatch/batches/batch-lines.ts';
import type { Pause } from './outage-and-rate-limit.ts';

/** Maximum number of listed jobs. */
const LISTED = 50;

/** States that need an operator's attention. */
const PROBLEMS: readonly JobItemState[] = ['refused', 'too-late', 'unknown', 'skipped'];

const instantOf = (at: number | null) => (at === null ? null : isoInstant(at));

async function shown(
  db: Kysely<Store>,
  rows: readonly JobRow[],
  pause: Pause | null,
): Promise<Job[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const counted = await db
    .selectFrom('job_items')
    .where('job_id', 'in', ids)
    .groupBy(['job_id', 'state'])
    .select((row) => ['job_id', 'state', row.fn.countAll<number>().as('count')])
    .execute();
  return rows.map((row) => {
    const counts = Object.fromEntries([
      ...JobItemState.options.map((state) => [state, 0] as const),
      ...counted
        .filter((each) => each.job_id === row.id)
        .map((each) => [each.state, each.count] as const),
    ]);
    const isGoingOn = row.state === 'running' || (counts['sending'] ?? 0) > 0;
    return Job.parse({
      id: row.id,
      change: fromJson(JobChange, row.change),
      operatorName: row.operator_name,
      reason: row.reason,
      chosenBy: row.chosen_by,
      from: fromNullableJson(BulkOrigin, row.origin),
      createdAt: isoInstant(row.created_at),
      state: row.state,
      finishedAt: instantOf(row.finished_at),
      total: row.total,
      counts,
      pause:
        pause === null || !isGoingOn
          ? null
          : { until: isoInstant(pause.until), message: pause.message },
    });
  });
}

/**
 * The newest jobs that change Entities, or all that cancel Commands of a batch.
 * @param pause why nothing is sent at the moment
 * @param now milliseconds since the epoch
 * @throws Failure 404 if there is no such batch
 */
export async function readJobs(
  db: Kysely<Store>,
  dispatchId: string | null,
  pause: Pause | null,
  now: number,
): Promise<Jobs> {
  if (dispatchId !== null) await findBatch(db, dispatchId);
  const newest = db
    .selectFrom('jobs')
    .where('dispatch_id', dispatchId === null ? 'is' : '=', dispatchId)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const rows = await (dispatchId === null ? newest.limit(LISTED + 1) : newest)
    .selectAll()
    .execute();
  const listed = dispatchId === null ? rows.slice(0, LISTED) : rows;
  return {
    jobs: await shown(db, listed, pause),
    more: rows.length > listed.length,
    asOf: isoInstant(now),
  };
}

/** One job with its counts. @throws Failure 404 */
export async function readJob(db: Kysely<Store>, id: string, pause: Pause | null): Promise<Job> {
  const row = await db.selectFrom('jobs').where('id', '=', id).selectAll().executeTakeFirst();
  const [job] = row === undefined ? [] : await shown(db, [row], pause);
  if (job === undefined) throw failure(404, 'not_found', `There is no run ${id}.`);
  return job;
}

type NamedItem = JobItemRow & { name: string | null; type: string | null };

function shownItem(item: NamedItem): JobItem {
  return {
    position: item.position,
    entityId: item.entity_id,
    entityName: item.name,
    entityType: item.type,
    commandId: item.command_id,
    triggerTime: instantOf(item.trigger_at),
    state: JobItemState.parse(item.state),
    wanted: fromNullableJson(JobValue, item.wanted),
    before: fromNullableJson(JobReading, item.before),
    after: fromNullableJson(JobReading, item.after),
    requestId: item.request_id,
    note: fromNullableJson(JobNote, item.note),
    at: instantOf(item.at),
  };
}

/**
 * A page of the items of a job in processing order, with the names of their Entities: as known at the send for a batch.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readItems(
  db: Kysely<Store>,
  id: string,
  page: { state?: JobItemFilter | undefined; offset?: number; limit?: number },
  now: number,
): Promise<JobItems> {
  const { state, offset = 0, limit = JOB_PAGE_MAX } = page;
  const { total, counts } = await readJob(db, id, null);
  const states = state === 'problems' ? PROBLEMS : state === undefined ? null : [state];
  const inState = states === null ? sql`` : sql`and i.state in (${sql.join(states)})`;
  const { rows } =
    await sql<NamedItem>`select i.*, coalesce(m.name, e.name) as name, coalesce(m.type, e.type) as type
    from job_items i join jobs j on j.id = i.job_id
      left join intent_members m on m.dispatch_id = j.dispatch_id and m.entity_id = i.entity_id
      left join entities e on e.id = i.entity_id
    where i.job_id = ${id} ${inState} order by i.position limit ${limit} offset ${offset}`.execute(
      db,
    );
  return {
    items: rows.map(shownItem),
    total: states === null ? total : states.reduce((sum, each) => sum + counts[each], 0),
    asOf: isoInstant(now),
  };
}
