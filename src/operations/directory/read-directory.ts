import { sql, type Kysely } from 'kysely';
import type {
  DirectoryCollectiveDetail,
  DirectoryCollectiveRecord,
  DirectoryCollectives,
  DirectoryEntity,
  DirectoryEntityDetail,
  DirectoryEntityRecord,
} from '../../contract/console/directory.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { groupBy } from '../../lib/group-by.ts';
import { chunks } from '../../store/chunks.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectiveRow, EntityRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { ARCHIVED, notInDirectory, OTHER_WORLD, RECORD_COLUMNS, tagsOf } from './record.ts';

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

/** Number of listed Entities per Collective. */
async function entityCounts(db: Kysely<Store>) {
  const of = db
    .selectFrom('memberships')
    .groupBy('memberships.collective_id')
    .select((each) => ['memberships.collective_id', each.fn.countAll<number>().as('count')]);
  // Usually few are hidden: counting them separately avoids reading every Entity of every Collective.
  const hidden = of
    .innerJoin('entities', 'entities.id', 'memberships.entity_id')
    .where('entities.archived', 'in', [OTHER_WORLD, ARCHIVED, OTHER_WORLD + ARCHIVED]);
  const counts = new Map<string, number>();
  for (const [rows, sign] of [
    [await of.execute(), 1],
    [await hidden.execute(), -1],
  ] as const) {
    for (const { collective_id: id, count } of rows) {
      counts.set(id, (counts.get(id) ?? 0) + sign * count);
    }
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
    .select([...RECORD_COLUMNS, 'owner', 'search', 'unreachable_status', 'unreachable_at'])
    .execute();
  const counts = await entityCounts(db);
  return {
    collectives: rows.map((row) => toCollective(row, counts.get(row.id) ?? 0)),
    asOf: isoInstant(now),
  };
}

/** The listed Collectives of each Entity, by name. */
export async function collectivesOf(db: Kysely<Store>, rows: readonly { id: string }[]) {
  const memberships = [];
  for (const part of chunks(rows.map(({ id }) => id))) {
    const rowsOfPart = db
      .selectFrom('memberships')
      .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
      .where('memberships.entity_id', 'in', part)
      .where('collectives.archived', '=', 0)
      .orderBy('collectives.name')
      .select(['memberships.entity_id', 'collectives.id', 'collectives.name']);
    memberships.push(...(await rowsOfPart.execute()));
  }
  const found = groupBy(memberships, (row) => row.entity_id);
  return (entityId: string) => (found.get(entityId) ?? []).map(({ id, name }) => ({ id, name }));
}

/** How many Entities a Collective has, those that are not in the directory too. */
export async function countMembers(db: Kysely<Store>, collectiveId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .where('collective_id', '=', collectiveId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The Entities of a Collective that are in the directory; `entities` and `memberships` can be selected from. */
export function knownMembers(db: Kysely<Store>, collectiveId: string) {
  return (
    db
      .selectFrom('memberships')
      .innerJoin('entities', 'entities.id', 'memberships.entity_id')
      .where('memberships.collective_id', '=', collectiveId)
      // Without the plus, SQLite takes the index on this column and scans all Entities.
      .where(sql`+entities.archived`, '=', 0)
  );
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
  if (row === undefined) throw notInDirectory('collective', id);
  const entities = await knownMembers(db, id)
    .orderBy('entities.sort_name')
    .orderBy('entities.id')
    .selectAll('entities')
    .execute();
  const memberOf = await collectivesOf(db, entities);
  return {
    collective: toCollective(row, entities.length),
    entities: entities.map((entity) => toEntity(entity, memberOf(entity.id))),
    properties:
      row.properties === null || row.properties_at === null
        ? null
        : {
            value: fromJson(z.unknown(), row.properties),
            toldAt: isoInstant(row.properties_at),
          },
    asOf: isoInstant(now),
  };
}

/** The records of Entities in order, with their Collectives. */
export async function entityRecords(
  db: Kysely<Store>,
  rows: readonly EntityRow[],
): Promise<DirectoryEntityRecord[]> {
  const memberOf = await collectivesOf(db, rows);
  return rows.map((row) => ({
    ...toEntity(row, memberOf(row.id)),
    ...recordOf(row),
  }));
}

/** When and by whom an offboarded Entity was erased, as the audit log has it; null: it was not. */
async function erasedOf(db: Kysely<Store>, { id, offboarded_at: offboardedAt }: EntityRow) {
  if (offboardedAt === null) return null;
  const act = await db
    .selectFrom('audit_log')
    .where('action', '=', 'erased')
    .where('target', '=', `entity ${id}`)
    .where('outcome', '=', 'done')
    .where('at', '>=', offboardedAt)
    .orderBy('sequence', 'desc')
    .select(['at', 'operator_name'])
    .executeTakeFirst();
  return act === undefined ? null : { at: isoInstant(act.at), by: act.operator_name };
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
  if (row === undefined || entity === undefined) throw notInDirectory('entity', id);
  return { entity, erased: await erasedOf(db, row), asOf: isoInstant(now) };
}
