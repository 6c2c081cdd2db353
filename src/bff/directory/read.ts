import type { Kysely } from 'kysely';
import type {
  DirectoryCollective,
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  DirectoryEntity,
  DirectoryEntityDetail,
} from '../../contract/console/directory.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../problems.ts';
import type { EntityRow, Store } from '../store/schema.ts';

function collectives(db: Kysely<Store>) {
  return db
    .selectFrom('collectives')
    .where('collectives.archived', '=', 0)
    .select((row) => [
      'collectives.id',
      'collectives.name',
      'collectives.type',
      'collectives.owner',
      'collectives.known_at',
      row
        .selectFrom('memberships')
        .innerJoin('entities', 'entities.id', 'memberships.entity_id')
        .where('entities.archived', '=', 0)
        .whereRef('memberships.collective_id', '=', 'collectives.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('entity_count'),
    ]);
}

type CollectiveFound = Awaited<
  ReturnType<ReturnType<typeof collectives>['executeTakeFirstOrThrow']>
>;

function toCollective(row: CollectiveFound): DirectoryCollective {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    owner: row.owner,
    entityCount: row.entity_count ?? 0,
    knownAt: isoInstant(row.known_at),
  };
}

function toEntity(row: EntityRow, memberOf: DirectoryEntity['collectives']): DirectoryEntity {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    brand: row.brand,
    collectives: memberOf,
    knownAt: isoInstant(row.known_at),
  };
}

/** All Collectives by name. */
export async function readCollectives(
  db: Kysely<Store>,
  now: number,
): Promise<DirectoryCollectives> {
  const rows = await collectives(db).orderBy('collectives.name').execute();
  return { collectives: rows.map(toCollective), asOf: isoInstant(now) };
}

/** Which Collectives the Entities of a Collective are in, by Entity. */
async function membershipsWithin(db: Kysely<Store>, collectiveId: string) {
  const rows = await db
    .selectFrom('memberships as here')
    .innerJoin('memberships as any', 'any.entity_id', 'here.entity_id')
    .innerJoin('collectives', 'collectives.id', 'any.collective_id')
    .where('here.collective_id', '=', collectiveId)
    .where('collectives.archived', '=', 0)
    .orderBy('collectives.name')
    .select(['any.entity_id', 'collectives.id', 'collectives.name'])
    .execute();
  const byEntity = new Map<string, DirectoryEntity['collectives']>();
  for (const { entity_id: entityId, id, name } of rows) {
    const list = byEntity.get(entityId) ?? [];
    list.push({ id, name });
    byEntity.set(entityId, list);
  }
  return byEntity;
}

/** A Collective with its Entities by name. @throws Failure 404 */
export async function readCollective(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<DirectoryCollectiveDetail> {
  const row = await collectives(db).where('collectives.id', '=', id).executeTakeFirst();
  if (row === undefined) {
    throw failure(404, 'not_found', `The Collective ${id} is not in the directory.`);
  }
  const entities = await db
    .selectFrom('entities')
    .innerJoin('memberships', 'memberships.entity_id', 'entities.id')
    .where('memberships.collective_id', '=', id)
    .where('entities.archived', '=', 0)
    .orderBy('entities.name')
    .orderBy('entities.id')
    .selectAll('entities')
    .execute();
  const memberOf = await membershipsWithin(db, id);
  return {
    collective: toCollective(row),
    entities: entities.map((entity) => toEntity(entity, memberOf.get(entity.id) ?? [])),
    asOf: isoInstant(now),
  };
}

/** An Entity. @throws Failure 404 */
export async function readEntity(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<DirectoryEntityDetail> {
  const row = await db
    .selectFrom('entities')
    .where('id', '=', id)
    .where('archived', '=', 0)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw failure(404, 'not_found', `The Entity ${id} is not in the directory.`);
  }
  const memberOf = await db
    .selectFrom('memberships')
    .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
    .where('memberships.entity_id', '=', id)
    .where('collectives.archived', '=', 0)
    .orderBy('collectives.name')
    .select(['collectives.id', 'collectives.name'])
    .execute();
  return { entity: toEntity(row, memberOf), asOf: isoInstant(now) };
}
