import type { Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';

/** The Entities in question; absent: all of the directory. */
export interface FleetScope {
  collective?: string | undefined;
  entity?: string | undefined;
}

/** Entities of a scope that are read: listed by the directory and not offboarded. */
export function listedIn(db: Kysely<Store>, scope: FleetScope) {
  return keptIn(db, scope).where('entities.offboarded_at', 'is', null);
}

/** Entities of a scope that the directory lists, also offboarded ones. */
export function keptIn(db: Kysely<Store>, { collective, entity }: FleetScope) {
  let listed = db.selectFrom('entities').where('entities.archived', '=', 0);
  if (entity !== undefined) listed = listed.where('entities.id', '=', entity);
  if (collective !== undefined) {
    listed = listed.where('entities.id', 'in', (members) =>
      members.selectFrom('memberships').where('collective_id', '=', collective).select('entity_id'),
    );
  }
  return listed;
}

/** Collectives of a scope that the directory lists; none belong to an Entity. */
export function collectivesIn(db: Kysely<Store>, { collective, entity }: FleetScope) {
  const listed = db.selectFrom('collectives').where('collectives.archived', '=', 0);
  if (entity !== undefined) return listed.where('collectives.id', '=', '');
  return collective === undefined ? listed : listed.where('collectives.id', '=', collective);
}
