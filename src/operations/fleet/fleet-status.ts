import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import {
  COLLECTIVE_RESOURCES,
  FLEET_RESOURCES,
  READ_RESOURCES,
  type ReadResource,
} from '../../contract/console/choices.ts';
import type { FleetStatus, ResourceStatus } from '../../contract/console/fleet.ts';
import { z } from '../../contract/zod.ts';
import { failure } from '../../http/problems.ts';
import {
  KEPT_OF,
  NOT_BY_POLICY,
  freshFrom,
  readsPerDay,
  type FleetPolicy,
} from '../../domain/fleet-policy.ts';
import { DAY_MS, isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { isOnlyNamed } from '../directory/sources.ts';
import { RANK, ranksOf } from './reads/read-records.ts';
import { collectivesIn, keptIn, listedIn, type FleetScope } from './fleet-scope.ts';
import { NEVER_MS } from './reads/next-due.ts';
import type { FleetReads } from './reads/scheduler.ts';

/** A database may return sums as text. */
const Counts = z.object({
  failed: z.coerce.number(),
  partly: z.coerce.number(),
  fresh: z.coerce.number(),
  stale: z.coerce.number(),
});
/** The state of reading, besides the store. */
export interface FleetStatusParts {
  reader: Kysely<Store>;
  reads: Pick<FleetReads, 'pause' | 'perMinute'>;
  /** Null: only requested reads are done. */
  policy: FleetPolicy | null;
  /** Decides what is stale if there is no policy. */
  agesBy: FleetPolicy;
  requestsPerSecond: number;
}

const isAll = ({ collective, entity }: FleetScope) =>
  collective === undefined && entity === undefined;

/** The records of the reads of a resource in a scope. */
function readsIn(db: Kysely<Store>, scope: FleetScope, resource: ReadResource) {
  const on = ['fleet_reads.entity_id', 'entities.id'] as const;
  const reads =
    KEPT_OF[resource] === 'collective'
      ? collectivesIn(db, scope).innerJoin('fleet_reads', 'fleet_reads.entity_id', 'collectives.id')
      : KEPT_OF[resource] === 'deployment' || isAll(scope)
        ? db.selectFrom('fleet_reads')
        : listedIn(db, scope).innerJoin('fleet_reads', ...on);
  return reads
    .where('fleet_reads.resource', '=', resource)
    .where((row) =>
      row(
        'fleet_reads.entity_id',
        'not in',
        row
          .selectFrom('entities as gone')
          .where('gone.offboarded_at', 'is not', null)
          .select('gone.id'),
      ),
    );
}

async function statusOf(
  parts: FleetStatusParts,
  scope: FleetScope,
  resource: ReadResource,
  totals: { of: number; requests: number },
  now: number,
): Promise<ResourceStatus> {
  const { reader: db, policy, agesBy } = parts;
  const from = Math.max(0, freshFrom(agesBy, resource, now));
  const one = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const row = await readsIn(db, scope, resource)
    .select((each) => [
      one(sql`fleet_reads.tries > 0 and fleet_reads.partial is null`).as('failed'),
      one(sql`fleet_reads.tries > 0 and fleet_reads.partial = 1`).as('partly'),
      one(sql`fleet_reads.tries = 0 and fleet_reads.read_at >= ${from}`).as('fresh'),
      one(sql`fleet_reads.tries = 0 and fleet_reads.read_at < ${from}`).as('stale'),
      each.fn.min<number | null>('fleet_reads.read_at').as('oldest'),
      each.fn.min<number | null>('fleet_reads.due_at').as('next'),
    ])
    .executeTakeFirstOrThrow();
  const { failed, partly, fresh, stale } = Counts.parse(row);
  const every = policy?.[resource] ?? null;
  return {
    resource,
    total: totals.of,
    everySeconds: every === null || every === NOT_BY_POLICY ? null : Math.round(every / 1000),
    fresh,
    stale,
    partly,
    failed,
    never: Math.max(0, totals.of - fresh - stale - partly - failed),
    requests: totals.requests,
    requestsByPolicy: policy === null ? 0 : totals.of * readsPerDay(policy, resource),
    oldestAt: row.oldest === null ? null : isoInstant(row.oldest),
    nextAt: row.next === null || row.next >= NEVER_MS ? null : isoInstant(row.next),
  };
}

function resourcesIn(scope: FleetScope): readonly ReadResource[] {
  if (scope.entity !== undefined) return FLEET_RESOURCES;
  return isAll(scope) ? READ_RESOURCES : [...FLEET_RESOURCES, ...COLLECTIVE_RESOURCES];
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

/** @throws Failure 404 for an Entity or a Collective that is not in the directory */
async function requireKnown(db: Kysely<Store>, { collective, entity }: FleetScope): Promise<void> {
  for (const [table, id] of [
    ['collectives', collective],
    ['entities', entity],
  ] as const) {
    if (id === undefined) continue;
    const known = await db.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst();
    if (known === undefined) throw failure(404, 'not_found', `${id} is not in the directory.`);
  }
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
  await requireKnown(db, scope);
  const { entities, kept } = await keptIn(db, scope)
    .$if(isAll(scope), (listed) => listed.where((row) => row.not(isOnlyNamed())))
    .select((row) => [
      sql<number | string>`count(case when entities.offboarded_at is null then 1 end)`.as(
        'entities',
      ),
      row.fn.countAll<number | string>().as('kept'),
    ])
    .executeTakeFirstOrThrow();
  const { collectives } = await collectivesIn(db, scope)
    .select((row) => row.fn.countAll<number | string>().as('collectives'))
    .executeTakeFirstOrThrow();
  const totals = { entity: Number(entities), collective: Number(collectives), deployment: 1 };
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
  for (const resource of resourcesIn(scope)) {
    const of = totals[KEPT_OF[resource]];
    const counts = { of, requests: requests.get(resource) ?? 0 };
    resources.push(await statusOf(parts, scope, resource, counts, now));
    await turn();
  }
  const asked = await countDue(db, RANK.asked, now);
  let due = 0;
  for (const rank of ranksOf(policy)) due += await countDue(db, rank, now);
  const pause = reads.pause();
  return {
    entities: Number(entities),
    offboarded: Number(kept) - Number(entities),
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
