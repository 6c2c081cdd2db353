import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { FLEET_RESOURCES, type FleetResource } from '../../contract/console/choices.ts';
import type {
  FleetFailures,
  FleetFailuresQuery,
  FleetStatus,
  ResourceStatus,
} from '../../contract/console/fleet.ts';
import { z } from '../../contract/zod.ts';
import {
  NOT_BY_POLICY,
  freshFrom,
  readsPerDay,
  type FleetPolicy,
} from '../../domain/fleet-policy.ts';
import { DAY_MS, isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { RANK, ranksOf } from './reads/mark-read.ts';
import { NEVER_MS } from './reads/next-due.ts';
import type { FleetReads } from './reads/scheduler.ts';

/** A database may answer sums as texts. */
const Counts = z.object({
  failed: z.coerce.number(),
  fresh: z.coerce.number(),
  stale: z.coerce.number(),
});
/** Failures of a page unless a limit is given. */
const FAILURES = 100;
/** A fault may be in the answer without words. */
const NO_WORDS = 'Could not be read.';

/** Which Entities are meant; absent: all of the directory. */
export interface FleetScope {
  collective?: string | undefined;
  entity?: string | undefined;
}

/** What is known of reading, beside the store. */
export interface FleetStatusParts {
  reader: Kysely<Store>;
  reads: Pick<FleetReads, 'pause' | 'perMinute'>;
  /** Null: only what is asked for is read. */
  policy: FleetPolicy | null;
  /** What ages are judged by where there is no policy. */
  agesBy: FleetPolicy;
  requestsPerSecond: number;
}

/** Entities of a scope that the directory lists. */
function listedIn(db: Kysely<Store>, { collective, entity }: FleetScope) {
  let listed = db.selectFrom('entities').where('entities.archived', '=', 0);
  if (entity !== undefined) listed = listed.where('entities.id', '=', entity);
  if (collective !== undefined) {
    listed = listed.where('entities.id', 'in', (members) =>
      members.selectFrom('memberships').where('collective_id', '=', collective).select('entity_id'),
    );
  }
  return listed;
}

async function statusOf(
  parts: FleetStatusParts,
  scope: FleetScope,
  resource: FleetResource,
  totals: { entities: number; requests: number },
  now: number,
): Promise<ResourceStatus> {
  const { reader: db, policy, agesBy } = parts;
  const from = Math.max(0, freshFrom(agesBy, resource, now));
  const isAll = scope.collective === undefined && scope.entity === undefined;
  const reads = isAll
    ? db.selectFrom('fleet_reads')
    : listedIn(db, scope).innerJoin('fleet_reads', 'fleet_reads.entity_id', 'entities.id');
  const one = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const row = await reads
    .where('fleet_reads.resource', '=', resource)
    .select((each) => [
      one(sql`tries > 0`).as('failed'),
      one(sql`tries = 0 and read_at >= ${from}`).as('fresh'),
      one(sql`tries = 0 and read_at < ${from}`).as('stale'),
      each.fn.min<number | null>('fleet_reads.read_at').as('oldest'),
      each.fn.min<number | null>('fleet_reads.due_at').as('next'),
    ])
    .executeTakeFirstOrThrow();
  const { failed, fresh, stale } = Counts.parse(row);
  const every = policy?.[resource] ?? null;
  return {
    resource,
    everySeconds: every === null || every === NOT_BY_POLICY ? null : Math.round(every / 1000),
    fresh,
    stale,
    failed,
    never: Math.max(0, totals.entities - fresh - stale - failed),
    requests: totals.requests,
    requestsByPolicy: policy === null ? 0 : totals.entities * readsPerDay(policy, resource),
    oldestAt: row.oldest === null ? null : isoInstant(row.oldest),
    nextAt: row.next === null || row.next >= NEVER_MS ? null : isoInstant(row.next),
  };
}

async function countDue(db: Kysely<Store>, rank: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('fleet_reads')
    .where('rank', '=', rank)
    .where('due_at', '<=', now)
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * What the console knows of the fleet, and how it keeps that up to date.
 * @param now milliseconds since the epoch
 */
export async function readFleetStatus(
  parts: FleetStatusParts,
  scope: FleetScope,
  now: number,
): Promise<FleetStatus> {
  const { reader: db, reads, policy } = parts;
  const { entities } = await listedIn(db, scope)
    .select((row) => row.fn.countAll<number | string>().as('entities'))
    .executeTakeFirstOrThrow();
  const requests = new Map(
    (
      await db
        .selectFrom('fleet_requests')
        .where('hour_at', '>', now - DAY_MS)
        .groupBy('resource')
        .select((row) => ['resource', row.fn.sum<number | string>('count').as('count')])
        .execute()
    ).map(({ resource, count }) => [resource, Number(count)]),
  );
  const resources: ResourceStatus[] = [];
  for (const resource of FLEET_RESOURCES) {
    const totals = { entities: Number(entities), requests: requests.get(resource) ?? 0 };
    resources.push(await statusOf(parts, scope, resource, totals, now));
    await turn();
  }
  const asked = await countDue(db, RANK.asked, now);
  let due = 0;
  for (const rank of ranksOf(policy)) due += await countDue(db, rank, now);
  const pause = reads.pause();
  return {
    entities: Number(entities),
    resources,
    due,
    asked,
    requestsPerSecond: parts.requestsPerSecond,
    perMinute: reads.perMinute(),
    isAutomatic: policy !== null,
    paused: pause === null ? null : { message: pause.message, until: isoInstant(pause.until) },
    asOf: isoInstant(now),
  };
}

/** Reads that failed the last time, by the names of their Entities. @param now milliseconds */
export async function readFleetFailures(
  db: Kysely<Store>,
  query: FleetFailuresQuery,
  now: number,
): Promise<FleetFailures> {
  const { resource, limit = FAILURES, offset = 0 } = query;
  const failed = listedIn(db, query)
    .innerJoin('fleet_reads', 'fleet_reads.entity_id', 'entities.id')
    .where('fleet_reads.tries', '>', 0)
    .$if(resource !== undefined, (rows) => rows.where('fleet_reads.resource', '=', resource ?? ''));
  const { total } = await failed
    .select((row) => row.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await failed
    .orderBy('entities.sort_name')
    .orderBy('entities.id')
    .orderBy('fleet_reads.resource')
    .limit(limit)
    .offset(offset)
    .select([
      'entities.id',
      'entities.name',
      'fleet_reads.resource',
      'fleet_reads.message',
      'fleet_reads.tried_at',
      'fleet_reads.tries',
      'fleet_reads.due_at',
      'fleet_reads.read_at',
    ])
    .execute();
  return {
    failures: rows.map((row) => ({
      entityId: row.id,
      entityName: row.name,
      resource: z.enum(FLEET_RESOURCES).parse(row.resource),
      message: row.message ?? NO_WORDS,
      triedAt: isoInstant(row.tried_at ?? now),
      tries: row.tries,
      nextAt: row.due_at >= NEVER_MS ? null : isoInstant(row.due_at),
      readAt: row.read_at === null ? null : isoInstant(row.read_at),
    })),
    total: Number(total),
    asOf: isoInstant(now),
  };
}
