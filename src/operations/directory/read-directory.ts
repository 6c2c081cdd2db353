import type { Kysely } from 'kysely';
import type {
  DirectoryCollectiveDetail,
  DirectoryCollectiveRecord,
  DirectoryCollectives,
  DirectoryEntity,
  DirectoryEntityDetail,
  DirectoryEntityRecord,
} from '../../contract/console/directory.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../http/problems.ts';
import { chunks } from '../../store/chunks.ts';
import type { CollectiveRow, EntityRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readProperties } from './properties.ts';
import { ARCHIVED, OTHER_WORLD, tagsOf } from './thing.ts';
import { knownMembers } from './known-members.ts';

/** Visible records of the current world: listed or archived. */
const PRESENT = [0, ARCHIVED] as const;

function recordOf(row: CollectiveRow | EntityRow) {
  const { unreachable_status: status, unreachable_at: at } = row;
  const offboarded = 'offboarded_at' in row ? row.offboarded_at : null;
  const offboardedAt = offboarded === null ? null : isoInstant(offboarded);
  return {
    place: row.place,
    note: row.note,
    tags: tagsOf(row.tags),
    source: row.source,
    archived: (row.archived & ARCHIVED) !== 0,
    unreachable:
      status === null || at === null ? null : { status, at: isoInstant(at), offboardedAt },
    knownAt: isoInstant(row.known_at),
  };
}

function toCollective(row: CollectiveRow, entityCount: number): DirectoryCollectiveRecord {
  const { id, name, type, owner } = row;
  return { id, name, type, owner, entityCount, ...recordOf(row) };
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

/** Number of listed Entities per Collective; with an id, only that one. */
async function entityCounts(db: Kysely<Store>, id: string | null) {
  let all = db.selectFrom('memberships');
  let hidden = db
    .selectFrom('entities')
    .innerJoin('memberships', 'memberships.entity_id', 'entities.id')
    .where('entities.archived', 'in', [OTHER_WORLD, ARCHIVED, OTHER_WORLD + ARCHIVED]);
  if (id !== null) {
    all = all.where('collective_id', '=', id);
    hidden = hidden.where('memberships.collective_id', '=', id);
  }
  // Usually few are hidden: counting them separately avoids reading every Entity of every Collective.
  const counts = new Map<string, number>();
  for (const row of await all
    .groupBy('collective_id')
    .select((each) => ['collective_id', each.fn.countAll<number>().as('count')])
    .execute()) {
    counts.set(row.collective_id, row.count);
  }
  for (const row of await hidden
    .groupBy('memberships.collective_id')
    .select((each) => ['memberships.collective_id', each.fn.countAll<number>().as('count')])
    .execute()) {
    counts.set(row.collective_id, (counts.get(row.collective_id) ?? 0) - row.count);
  }
  return counts;
}

/**
 * All Collectives by name.
 * @param archived true: only those that an operator archived
 */
export async function readCollectives(
  db: Kysely<Store>,
  now: number,
  archived = false,
): Promise<DirectoryCollectives> {
  const rows = await db
    .selectFrom('collectives')
    .where('archived', '=', archived ? ARCHIVED : 0)
    .orderBy('name')
    .selectAll()
    .execute();
  const counts = await entityCounts(db, null);
  return {
    collectives: rows.map((row) => toCollective(row, counts.get(row.id) ?? 0)),
    asOf: isoInstant(now),
  };
}

/** The Collectives of each Entity of a Collective, by Entity. */
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
  return byEntity(rows);
}

function byEntity(rows: readonly { entity_id: string; id: string; name: string }[]) {
  const found = new Map<string, DirectoryEntity['collectives']>();
  for (const { entity_id: entityId, id, name } of rows) {
    const list = found.get(entityId) ?? [];
    list.push({ id, name });
    found.set(entityId, list);
  }
  return found;
}

/** A Collective with its Entities by name, even if archived. @throws Failure 404 */
export async function readCollective(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<DirectoryCollectiveDetail> {
  const row = await db
    .selectFrom('collectives')
    .where('id', '=', id)
    .where('archived', 'in', PRESENT)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw failure(404, 'not_found', `The Collective ${id} is not in the directory.`);
  }
  const entities = await knownMembers(db, id)
    .orderBy('entities.name')
    .orderBy('entities.id')
    .selectAll('entities')
    .execute();
  const memberOf = await membershipsWithin(db, id);
  return {
    collective: toCollective(row, entities.length),
    entities: entities.map((entity) => toEntity(entity, memberOf.get(entity.id) ?? [])),
    properties: await readProperties(db, id),
    asOf: isoInstant(now),
  };
}

/** The records of Entities in order, with their Collectives. */
export async function entityRecords(
  db: Kysely<Store>,
  rows: readonly EntityRow[],
): Promise<DirectoryEntityRecord[]> {
  const ids = rows.map(({ id }) => id);
  const memberships = [];
  for (const part of chunks(ids)) {
    memberships.push(
      ...(await db
        .selectFrom('memberships')
        .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
        .where('memberships.entity_id', 'in', part)
        .where('collectives.archived', '=', 0)
        .orderBy('collectives.name')
        .select(['memberships.entity_id', 'collectives.id', 'collectives.name'])
        .execute()),
    );
  }
  const memberOf = byEntity(memberships);
  return rows.map((row) => ({
    ...toEntity(row, memberOf.get(row.id) ?? []),
    ...recordOf(row),
  }));
}

/** An Entity, even if archived. @throws Failure 404 */
export async function readEntity(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<DirectoryEntityDetail> {
  const row = await db
    .selectFrom('entities')
    .where('id', '=', id)
    .where('archived', 'in', PRESENT)
    .selectAll()
    .executeTakeFirst();
  const [entity] = row === undefined ? [] : await entityRecords(db, [row]);
  if (entity === undefined) {
    throw failure(404, 'not_found', `The Entity ${id} is not in the directory.`);
  }
  return { entity, asOf: isoInstant(now) };
}
