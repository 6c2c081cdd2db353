import { sql, type Kysely } from 'kysely';
import type { Found } from '../../contract/console/directory-list.ts';
import { Uuid } from '../../contract/primitives.ts';
import { searchTerms } from '../../lib/search-terms.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import type { Store } from '../../store/schema/schema.ts';
import { anywhere, holdsTerm, matches } from './entity-filter.ts';

/** Maximum hits of each kind. */
const HITS = 8;

async function findBatches(db: Kysely<Store>, query: string, id: string | null, now: number) {
  let found = db.selectFrom('intents').orderBy('created_at', 'desc').limit(HITS).selectAll();
  if (id === null) {
    for (const word of searchTerms(query)) {
      found = found.where((eb) =>
        eb.or([
          sql<boolean>`lower(${eb.ref('collective_name')}) like ${anywhere(word)} escape ${'\\'}`,
          sql<boolean>`lower(coalesce(${eb.ref('reason')}, '')) like ${anywhere(word)} escape ${'\\'}`,
        ]),
      );
    }
  } else found = found.where((eb) => eb.or([eb('id', '=', id), eb('batch_id', '=', id)]));
  return summariesOf(db, await found.execute(), now);
}

/**
 * Searches names by terms, and all ids. Archived records are found by id only.
 * @param query terms, or a UUID
 * @param now milliseconds since the epoch
 */
export async function findEverywhere(
  db: Kysely<Store>,
  query: string,
  now: number,
): Promise<Found> {
  const parsed = Uuid.safeParse(query);
  const id = parsed.success ? parsed.data : null;
  let collectives = db.selectFrom('collectives').select(['id', 'name', 'type']).limit(HITS);
  let entities = db.selectFrom('entities').select(['id', 'name', 'type']).limit(HITS);
  if (id === null) {
    collectives = collectives.where('archived', '=', 0).orderBy('name');
    for (const term of searchTerms(query)) {
      collectives = collectives.where(holdsTerm(term, 'collectives'));
    }
    entities = entities
      .where(matches({ q: query }, now, { byRow: true }))
      .orderBy('sort_name')
      .orderBy('id');
  } else {
    collectives = collectives.where('id', '=', id);
    entities = entities.where('id', '=', id);
  }
  const commands =
    id === null
      ? []
      : await db
          .selectFrom('sent_commands as commands')
          .where('id', '=', id)
          .limit(HITS)
          .select(['id', 'dispatch_id as dispatchId', 'entity_id as entityId', 'type'])
          .execute();
  return {
    collectives: await collectives.execute(),
    entities: await entities.execute(),
    batches: await findBatches(db, query, id, now),
    commands,
  };
}
