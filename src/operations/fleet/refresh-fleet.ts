import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { FleetChoice } from '../../contract/console/fleet.ts';
import { KEPT_OF, type FleetPolicy } from '../../domain/fleet-policy.ts';
import { isOnlyNamed } from '../directory/sources.ts';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { collectivesIn, keptIn } from './fleet-scope.ts';
import { askReads, failedReads, staleReads } from './reads/ask-reads.ts';

/** Entities that are looked up together. */
const AT_ONCE = 5000;

/** The Entities of a selection that the directory lists. */
async function chosenEntities(db: Kysely<Store>, choice: FleetChoice): Promise<string[]> {
  const { entityIds, collectiveId } = choice;
  const chosen = keptIn(db, { collective: collectiveId ?? undefined }).select('entities.id');
  const ids: string[] = [];
  if (entityIds !== null) {
    for (const part of chunks([...new Set(entityIds)])) {
      for (const { id } of await chosen.where('entities.id', 'in', part).execute()) ids.push(id);
    }
    return ids;
  }
  let after: string | undefined = '';
  while (after !== undefined) {
    const part: { id: string }[] = await chosen
      .where((row) => row.not(isOnlyNamed()))
      .where('entities.id', '>', after)
      .orderBy('entities.id')
      .limit(AT_ONCE)
      .execute();
    for (const { id } of part) ids.push(id);
    after = part.at(-1)?.id;
    await turn();
  }
  return ids;
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
  const listed = collectivesIn(db, { collective: collectiveId ?? undefined });
  const rows = await listed.orderBy('collectives.id').select('collectives.id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Requests reads, which then go before everything else; wake the scheduler afterwards.
 * @param agesBy decides what is stale
 * @param now milliseconds since the epoch
 * @returns number of requested reads
 */
export async function refreshFleet(
  db: Kysely<Store>,
  agesBy: FleetPolicy,
  choice: FleetChoice,
  now: number,
): Promise<number> {
  const conditions = {
    all: {},
    failed: { only: failedReads },
    stale: { only: staleReads(agesBy, now) },
  };
  let reads = 0;
  for (const of of ['deployment', 'collective', 'entity'] as const) {
    const resources = [...new Set(choice.resources)].filter((each) => KEPT_OF[each] === of);
    if (resources.length === 0) continue;
    const entityIds = await chosenIds(db, choice, of);
    reads += await askReads(db, { entityIds, resources, ...conditions[choice.only] }, now);
  }
  return reads;
}
