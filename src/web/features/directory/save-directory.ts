import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { call } from '../../api/client.ts';
import { downloadText } from '../../components/download.ts';
import { directoryCsv, type FactsOfFile } from '../../../domain/directory-csv.ts';

/** Facts of every Entity of the directory, for files. */
async function readEntityFacts(): Promise<Map<string, EntityFacts>> {
  const found = new Map<string, EntityFacts>();
  let after: string | undefined;
  do {
    const part = await call(ENTITY_LIST_ROUTES.entityFacts, { query: { after } });
    for (const { id, facts } of part.entities) found.set(id, facts);
    after = part.next ?? undefined;
  } while (after !== undefined);
  return found;
}

/**
 * Saves a list of the directory with facts, as CSV.
 * @param zone whose days are counted
 * @param only ids of the Entities of a list; absent: all
 * @returns the name of the file
 */
export async function saveDirectory(
  kind: DirectoryKind,
  zone: string,
  only?: ReadonlySet<string>,
): Promise<string> {
  const whole = await call(DIRECTORY_CHANGE_ROUTES.exportDirectory);
  const entities = whole.entities.filter(({ id }) => only?.has(id) !== false);
  const facts: FactsOfFile = { entities: new Map(), collectives: new Map() };
  if (kind === 'entity') facts.entities = await readEntityFacts();
  else {
    const sums = await call(DIRECTORY_ROUTES.collectiveFacts, { query: { zone } });
    facts.collectives = new Map(sums.collectives.map((each) => [each.id, each]));
  }
  const day = new Date().toISOString().slice(0, 10);
  const name = `${kind === 'entity' ? 'entities' : 'collectives'}-${day}.csv`;
  downloadText(name, directoryCsv({ ...whole, entities }, kind, facts), 'text/csv');
  return name;
}
