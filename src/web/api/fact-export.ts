import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../contract/console/entity-list-routes.ts';
import type { EntityFacts } from '../../contract/console/entity-facts.ts';
import type { CollectiveFacts } from '../../contract/console/fleet-facts.ts';
import { callConsole } from './client.ts';

/** Facts of every Entity of the directory, for files. */
export async function readEntityFacts(): Promise<Map<string, EntityFacts>> {
  const found = new Map<string, EntityFacts>();
  let after: string | null = null;
  do {
    const query: { after?: string } = after === null ? {} : { after };
    const part = await callConsole(ENTITY_LIST_ROUTES.entityFacts, { query });
    for (const { id, facts } of part.entities) found.set(id, facts);
    after = part.next;
  } while (after !== null);
  return found;
}

/** The sums of each Collective's Entities, for files. @param zone whose days are counted */
export async function readCollectiveFacts(zone: string): Promise<Map<string, CollectiveFacts>> {
  const { collectives } = await callConsole(DIRECTORY_ROUTES.collectiveFacts, { query: { zone } });
  return new Map(collectives.map((each) => [each.id, each]));
}
