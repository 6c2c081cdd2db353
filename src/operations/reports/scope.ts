import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Span } from '../../domain/instant.ts';
import type { ReportScope } from '../../domain/reports/definition.ts';
import { anywhere } from '../directory/entity-filter.ts';
import { chunks } from '../../store/chunks.ts';
import { sortKey } from '../../store/sort-columns.ts';
import { ARCHIVED, tagsOf } from '../directory/thing.ts';
import type { Store } from '../../store/schema/schema.ts';

interface Found {
  id: string;
  name: string | null;
  type: string | null;
}

/** An Entity in the scope of a report. */
export interface ScopedEntity extends Found {
  /** The chosen Collectives that contain it. */
  collectives: readonly string[];
}

/** Records of other worlds count as unknown. */
const KNOWN = [0, ARCHIVED] as const;

/** Whether the column `tags` may contain a tag; the pattern may be case-insensitive. */
const mayHave = (tag: string) =>
  sql<SqlBool>`tags like ${anywhere(JSON.stringify(tag))} escape ${'\\'}`;

/** Ids of the chosen Collectives: those named, and those with one of the tags. */
async function chosenCollectives(db: Kysely<Store>, { collectives, tags }: ReportScope) {
  const chosen = new Set<string>();
  for (const part of chunks([...new Set(collectives)])) {
    const rows = await db
      .selectFrom('collectives')
      .where('id', 'in', part)
      .where('archived', 'in', KNOWN)
      .select('id')
      .execute();
    for (const { id } of rows) chosen.add(id);
  }
  for (const tag of tags) {
    const rows = await db
      .selectFrom('collectives')
      .where('archived', '=', 0)
      .where(mayHave(tag))
      .select(['id', 'tags'])
      .execute();
    for (const row of rows) if (tagsOf(row.tags).includes(tag)) chosen.add(row.id);
  }
  return chosen;
}

/** Members of Collectives, even without a record in the directory. */
async function membersOf(db: Kysely<Store>, collectives: ReadonlySet<string>): Promise<Found[]> {
  const found: Found[] = [];
  for (const part of chunks([...collectives])) {
    const rows = await db
      .selectFrom('memberships as m')
      .leftJoin('entities as e', 'e.id', 'm.entity_id')
      .where('m.collective_id', 'in', part)
      .where((row) => row.or([row('e.archived', '=', 0), row('e.archived', 'is', null)]))
      .select(['m.entity_id as id', 'e.name', 'e.type'])
      .execute();
    found.push(...rows);
  }
  return found;
}

async function withTypes(db: Kysely<Store>, types: readonly string[]): Promise<Found[]> {
  if (types.length === 0) return [];
  return db
    .selectFrom('entities')
    .where('type', 'in', types)
    .where('archived', '=', 0)
    .select(['id', 'name', 'type'])
    .execute();
}

async function withTags(db: Kysely<Store>, tags: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const tag of tags) {
    const rows = await db
      .selectFrom('entities')
      .where('archived', '=', 0)
      .where(mayHave(tag))
      .select(['id', 'name', 'type', 'tags'])
      .execute();
    found.push(...rows.filter((row) => tagsOf(row.tags).includes(tag)));
  }
  return found;
}

/** Entities that are named individually, including archived ones. */
async function named(db: Kysely<Store>, ids: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('entities')
      .where('id', 'in', part)
      .where('archived', 'in', KNOWN)
      .select(['id', 'name', 'type'])
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** The Collectives of each Entity: among the chosen ones, or if none is chosen, among all listed ones. */
async function collectivesOf(
  db: Kysely<Store>,
  entities: readonly string[],
  chosen: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  for (const part of chunks(entities)) {
    const rows = await db
      .selectFrom('memberships as m')
      .innerJoin('collectives as c', 'c.id', 'm.collective_id')
      .where('m.entity_id', 'in', part)
      .$if(chosen.size === 0, (query) => query.where('c.archived', '=', 0))
      .select(['m.entity_id', 'm.collective_id'])
      .execute();
    for (const { entity_id: entity, collective_id: collective } of rows) {
      if (chosen.size > 0 && !chosen.has(collective)) continue;
      const own = groups.get(entity);
      if (own === undefined) groups.set(entity, [collective]);
      else own.push(collective);
    }
    await turn();
  }
  return groups;
}

/** Rows of the whole fleet that are read at a time. */
const PAGE = 2000;

/** Every Entity of the directory, and members of its Collectives without a record. */
async function wholeFleet(db: Kysely<Store>): Promise<Found[]> {
  const found: Found[] = [];
  for (let page: Found[] | null = null; page === null || page.length === PAGE;) {
    page = await db
      .selectFrom('entities')
      .where('archived', '=', 0)
      .where('id', '>', found.at(-1)?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .select(['id', 'name', 'type'])
      .execute();
    found.push(...page);
    await turn();
  }
  const unlisted = await db
    .selectFrom('memberships as m')
    .innerJoin('collectives as c', 'c.id', 'm.collective_id')
    .leftJoin('entities as e', 'e.id', 'm.entity_id')
    .where('c.archived', '=', 0)
    .where('e.id', 'is', null)
    .select('m.entity_id as id')
    .execute();
  return [...found, ...unlisted.map(({ id }) => ({ id, name: null, type: null }))];
}

/** The Entities of a scope, without the order and groups that only a run needs. */
async function findScope(db: Kysely<Store>, scope: ReportScope) {
  const chosen = await chosenCollectives(db, scope);
  const ids = [...new Set(scope.entities)];
  const known = await named(db, ids);
  const found = new Map<string, Found>();
  for (const id of ids) found.set(id, known.get(id) ?? { id, name: null, type: null });
  const others = [
    ...(scope.fleet === true ? await wholeFleet(db) : []),
    ...(await membersOf(db, chosen)),
    ...(await withTypes(db, scope.types)),
    ...(await withTags(db, scope.tags)),
  ];
  for (const one of others) if (!found.has(one.id)) found.set(one.id, one);
  return { chosen, found };
}

/** How many archived Entities with sessions in a period the scope would contain, and does not name. */
export async function countArchived(
  db: Kysely<Store>,
  scope: ReportScope,
  { startMs, endMs }: Span,
): Promise<number> {
  const rows = await db
    .selectFrom('entities as e')
    .where('e.archived', '=', ARCHIVED)
    .where((row) =>
      row.exists(
        row
          .selectFrom('fleet_sessions as s')
          .whereRef('s.entity_id', '=', 'e.id')
          .where('s.current', '=', 1)
          .where('s.start_ms', '>=', startMs)
          .where('s.start_ms', '<', endMs)
          .select('s.id'),
      ),
    )
    .select(['e.id', 'e.type', 'e.tags'])
    .execute();
  const chosen = await chosenCollectives(db, scope);
  const members = await collectivesOf(
    db,
    rows.map(({ id }) => id),
    chosen,
  );
  return rows.filter(({ id, type, tags }) => {
    if (scope.entities.includes(id)) return false;
    if (scope.fleet === true || scope.types.some((each) => each === type)) return true;
    if (chosen.size > 0 && members.has(id)) return true;
    return tagsOf(tags).some((tag) => scope.tags.includes(tag));
  }).length;
}

/**
 * Finds the Entities of a scope: the whole fleet, or members of its Collectives, those with its types or tags or in a
 * Collective with one of the tags, and those named. Archived ones only count if named.
 * @returns in the order of their names
 */
export async function resolveScope(db: Kysely<Store>, scope: ReportScope): Promise<ScopedEntity[]> {
  const { chosen, found } = await findScope(db, scope);
  const sorted = [...found.values()]
    .map((one) => ({ one, key: `${sortKey(one.name)} ${one.id}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
  const groups = await collectivesOf(
    db,
    sorted.map(({ id }) => id),
    chosen,
  );
  return sorted.map(({ id, name, type }) => ({
    id,
    name,
    type,
    collectives: groups.get(id) ?? [],
  }));
}
