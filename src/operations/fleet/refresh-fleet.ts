import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { ReadResource } from '../../contract/console/choices.ts';
import type { FleetChoice, RefreshCost } from '../../contract/console/fleet.ts';
import { KEPT_OF, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { isOnlyTold } from '../directory/only-told.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import {
  askReads,
  failedReads,
  staleReads,
  type AskedReads,
  type ReadCondition,
} from './reads/mark-read.ts';
import { LOOKED_AT, LOOKING, countBefore, nextTurn, stepOf } from './reads/turns.ts';

/** Entities that are looked up together. */
const AT_ONCE = 5000;

/** The Entities of a selection that the directory lists. */
async function chosenEntities(db: Kysely<Store>, choice: FleetChoice): Promise<string[]> {
  const { entityIds, collectiveId } = choice;
  const listed = db.selectFrom('entities').where('entities.archived', '=', 0).select('entities.id');
  const chosen =
    collectiveId === null
      ? listed
      : listed.where('entities.id', 'in', (members) =>
          members
            .selectFrom('memberships')
            .where('collective_id', '=', collectiveId)
            .select('entity_id'),
        );
  const ids: string[] = [];
  if (entityIds !== null) {
    for (const part of chunks([...new Set(entityIds)])) {
      for (const { id } of await chosen.where('entities.id', 'in', part).execute()) ids.push(id);
    }
    return ids;
  }
  let after = '';
  for (;;) {
    const part = await chosen
      .where((row) => row.not(isOnlyTold()))
      .where('entities.id', '>', after)
      .orderBy('entities.id')
      .limit(AT_ONCE)
      .execute();
    const last = part.at(-1);
    if (last === undefined) return ids;
    ids.push(...part.map(({ id }) => id));
    after = last.id;
    await turn();
  }
}

/** The ids of a selection's reads, by the kind of the resources: of Entities, of Collectives, and ''. */
async function chosenIds(
  db: Kysely<Store>,
  choice: FleetChoice,
  of: 'entity' | 'collective' | 'deployment',
) {
  if (of === 'entity') return chosenEntities(db, choice);
  const { entityIds, collectiveId } = choice;
  if (entityIds !== null) return [];
  if (of === 'deployment') return collectiveId === null ? [''] : [];
  const rows = await db
    .selectFrom('collectives')
    .where('archived', '=', 0)
    .$if(collectiveId !== null, (listed) => listed.where('id', '=', collectiveId ?? ''))
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those ids with reads that meet a condition. @param hasMissing whether one without a record counts */
async function withReads(
  db: Kysely<Store>,
  ids: readonly string[],
  resources: readonly ReadResource[],
  { only, hasMissing }: { only: ReadCondition; hasMissing: boolean },
) {
  const found: string[] = [];
  let reads = 0;
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('fleet_reads')
      .where('entity_id', 'in', part)
      .where('resource', 'in', resources)
      .groupBy('entity_id')
      .select((row) => [
        'entity_id',
        row.fn.countAll<number | string>().as('known'),
        sql<number | string>`sum(case when ${only(row)} then 1 else 0 end)`.as('count'),
      ])
      .execute();
    const counts = new Map(rows.map((row) => [row.entity_id, row]));
    for (const id of part) {
      const { known = 0, count = 0 } = counts.get(id) ?? {};
      const wanted = Number(count) + (hasMissing ? resources.length - Number(known) : 0);
      if (wanted > 0) found.push(id);
      reads += wanted;
    }
    await turn();
  }
  return { found, reads };
}

/** Dependencies of refreshing. */
export interface RefreshParts {
  db: Kysely<Store>;
  /** Decides what is stale. */
  agesBy: FleetPolicy;
  /** The console's budget. */
  requestsPerSecond: number;
}

/** The reads of a selection, and their cost. */
async function weigh(
  { db, agesBy, requestsPerSecond }: RefreshParts,
  choice: FleetChoice,
  now: number,
) {
  const conditions = {
    all: undefined,
    failed: { only: failedReads, hasMissing: false },
    stale: { only: staleReads(agesBy, now), hasMissing: true },
  };
  const condition = conditions[choice.only];
  const cost: RefreshCost = { entities: 0, requests: 0, seconds: 0 };
  const asked: Omit<AskedReads, 'asker'>[] = [];
  for (const of of ['deployment', 'collective', 'entity'] as const) {
    const resources = [...new Set(choice.resources)].filter((each) => KEPT_OF[each] === of);
    if (resources.length === 0) continue;
    const all = await chosenIds(db, choice, of);
    const { found, reads } =
      condition === undefined
        ? { found: all, reads: all.length * resources.length }
        : await withReads(db, all, resources, condition);
    if (of === 'entity') cost.entities = found.length;
    cost.requests += reads;
    const only = condition === undefined ? {} : { only: condition.only };
    asked.push({ entityIds: found, resources, ...only });
  }
  const asker = cost.requests <= LOOKED_AT ? LOOKING : `refresh ${randomUUID()}`;
  const first = await nextTurn(db, asker, now);
  const before = await countBefore(db, first + cost.requests * stepOf(asker));
  if (cost.requests > 0) cost.seconds = (before + cost.requests) / requestsPerSecond;
  return { asked: asked.map((each) => ({ ...each, asker })), cost };
}

/** The cost of a refresh. @param now milliseconds since the epoch */
export async function refreshCost(
  parts: RefreshParts,
  choice: FleetChoice,
  now: number,
): Promise<RefreshCost> {
  return (await weigh(parts, choice, now)).cost;
}

/**
 * Moves reads to the front of the queue; wake the scheduler afterwards.
 * @param now milliseconds since the epoch
 * @returns the cost
 */
export async function refreshFleet(
  parts: RefreshParts,
  choice: FleetChoice,
  now: number,
): Promise<RefreshCost> {
  const { asked, cost } = await weigh(parts, choice, now);
  for (const each of asked) await askReads(parts.db, each, now);
  return cost;
}
