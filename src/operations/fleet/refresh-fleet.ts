import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { FleetChoice, RefreshCost } from '../../contract/console/fleet.ts';
import type { Store } from '../../store/schema/schema.ts';
import { chunks } from '../directory/write.ts';
import { askReads } from './reads/mark-read.ts';

/** Entities that are looked up together. */
const AT_ONCE = 5000;

/** The Entities of a choice that the directory lists. */
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

async function failedAmong(db: Kysely<Store>, ids: readonly string[], choice: FleetChoice) {
  const failed: string[] = [];
  let reads = 0;
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('fleet_reads')
      .where('entity_id', 'in', part)
      .where('resource', 'in', choice.resources)
      .where('tries', '>', 0)
      .groupBy('entity_id')
      .select((row) => ['entity_id', row.fn.countAll<number | string>().as('count')])
      .execute();
    for (const row of rows) {
      failed.push(row.entity_id);
      reads += Number(row.count);
    }
    await turn();
  }
  return { failed, reads };
}

/** The Entities of a choice, and what reading them again takes. */
async function weigh(db: Kysely<Store>, choice: FleetChoice, requestsPerSecond: number) {
  const all = await chosenEntities(db, choice);
  const { failed, reads } =
    choice.only === 'failed'
      ? await failedAmong(db, all, choice)
      : { failed: all, reads: all.length * choice.resources.length };
  const cost: RefreshCost = {
    entities: failed.length,
    requests: reads,
    seconds: reads / requestsPerSecond,
  };
  return { entityIds: failed, cost };
}

/** What reading again takes. @param requestsPerSecond the console's budget */
export async function refreshCost(
  db: Kysely<Store>,
  choice: FleetChoice,
  requestsPerSecond: number,
): Promise<RefreshCost> {
  return (await weigh(db, choice, requestsPerSecond)).cost;
}

/**
 * Has Entities read again before everything else; the scheduler is to be woken after that.
 * @param requestsPerSecond the console's budget
 * @param now milliseconds since the epoch
 * @returns what it takes
 */
export async function refreshFleet(
  db: Kysely<Store>,
  choice: FleetChoice,
  requestsPerSecond: number,
  now: number,
): Promise<RefreshCost> {
  const { entityIds, cost } = await weigh(db, choice, requestsPerSecond);
  const { resources, only } = choice;
  await askReads(db, { entityIds, resources, onlyFailed: only === 'failed' }, now);
  return cost;
}
