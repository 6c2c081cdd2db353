import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Span } from '../../domain/instant.ts';
import type { ReportScope } from '../../domain/reports/definition.ts';
import { anywhere } from '../directory/entity-filter.ts';
import { chunks } from '../../store/chunks.ts';
import { sortKey } from '../../store/sort-columns.ts';
import { ARCHIVED, tagsOf } from '../directory/record.ts';
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

/** Rows of the directory that are read at a time. */
const PAGE = 2000;

/** The Entities of the directory that a scope contains without naming them. @param archived whether archived ones */
async function listed(
  db: Kysely<Store>,
  { fleet, types, tags }: ReportScope,
  chosen: ReadonlySet<string>,
  archived: 0 | typeof ARCHIVED,
): Promise<Found[]> {
  const isWhole = fleet === true;
  if (!isWhole && types.length + tags.length + chosen.size === 0) return [];
  const isMember =
    chosen.size === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`id in (select entity_id from memberships where collective_id in (${sql.join([...chosen])}))`;
  const isOfType =
    types.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`type in (${sql.join(types)})`;
  const matches = sql<SqlBool>`(${isMember} or ${isOfType})`;
  const found: Found[] = [];
  for (let after: string | null = ''; after !== null;) {
    const rows: (Found & { tags: string; matches: number | boolean })[] = await db
      .selectFrom('entities')
      .where('archived', '=', archived)
      .where('id', '>', after)
      .$if(!isWhole, (query) => query.where((row) => row.or([matches, ...tags.map(mayHave)])))
      .orderBy('id')
      .limit(PAGE)
      .select(['id', 'name', 'type', 'tags'])
      .select(sql<number>`case when ${matches} then 1 else 0 end`.as('matches'))
      .execute();
    for (const { matches: isSure, tags: own, ...one } of rows) {
      const isIn = isWhole || isSure === 1 || tagsOf(own).some((tag) => tags.includes(tag));
      if (isIn) found.push(one);
    }
    after = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);
    await turn();
  }
  return found;
}

/** Members of Collectives without a record in the directory: of the chosen ones, or of all for the whole fleet. */
async function unlisted(
  db: Kysely<Store>,
  { fleet }: ReportScope,
  chosen: ReadonlySet<string>,
): Promise<string[]> {
  if (fleet !== true && chosen.size === 0) return [];
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('collectives as c', 'c.id', 'm.collective_id')
    .leftJoin('entities as e', 'e.id', 'm.entity_id')
    .where('e.id', 'is', null)
    .where((row) => (fleet === true ? row('c.archived', '=', 0) : row('c.id', 'in', [...chosen])))
    .select('m.entity_id as id')
    .execute();
  return rows.map(({ id }) => id);
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

/** How many archived Entities with sessions in a period the scope would contain, and does not name. */
export async function countArchived(
  db: Kysely<Store>,
  scope: ReportScope,
  { startMs, endMs }: Span,
): Promise<number> {
  const found = await listed(db, scope, await chosenCollectives(db, scope), ARCHIVED);
  const named = new Set(scope.entities);
  const ids = found.flatMap(({ id }) => (named.has(id) ? [] : [id]));
  let count = 0;
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('fleet_sessions')
      .where('entity_id', 'in', part)
      .where('current', '=', 1)
      .where('start_ms', '>=', startMs)
      .where('start_ms', '<', endMs)
      .select('entity_id')
      .distinct()
      .execute();
    count += rows.length;
  }
  return count;
}

/**
 * Finds the Entities of a scope: the whole fleet, or members of its Collectives, those with its types or tags or in a
 * Collective with one of the tags, and those named. Archived ones only count if named.
 * @returns in the order of their names
 */
export async function resolveScope(db: Kysely<Store>, scope: ReportScope): Promise<ScopedEntity[]> {
  const chosen = await chosenCollectives(db, scope);
  const nobody = (id: string): [string, Found] => [id, { id, name: null, type: null }];
  const found = new Map(scope.entities.map(nobody));
  for (const part of chunks(scope.entities)) {
    const rows = await db
      .selectFrom('entities')
      .where('id', 'in', part)
      .where('archived', 'in', KNOWN)
      .select(['id', 'name', 'type'])
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  for (const one of await listed(db, scope, chosen, 0)) found.set(one.id, one);
  for (const id of await unlisted(db, scope, chosen)) if (!found.has(id)) found.set(...nobody(id));
  const sorted = [...found.values()]
    .map((one) => ({ one, key: `${sortKey(one.name)} ${one.id}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
  const groups = await collectivesOf(
    db,
    sorted.map(({ id }) => id),
    chosen,
  );
  return sorted.map((one) => ({ ...one, collectives: groups.get(one.id) ?? [] }));
}
