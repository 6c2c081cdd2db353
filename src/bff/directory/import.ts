import type { Kysely, Transaction } from 'kysely';
import type { DirectoryImport, DirectoryImportResult } from '../../contract/console/directory.ts';
import { invalid } from '../problems.ts';
import type { CollectiveRow, EntityRow, MembershipRow, Store } from '../store/schema.ts';

/** Rows per statement: both databases bound the number of parameters. */
const CHUNK = 500;

/** Source of what the Service answered; it refreshes rows without making them its own. */
export const ANSWER = 'answer';

type Collectives = DirectoryImport['collectives'];
type Entities = DirectoryImport['entities'];
type Counts = DirectoryImportResult['entities'];

function chunks<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += CHUNK) parts.push(rows.slice(at, at + CHUNK));
  return parts;
}

function refuseTwice(list: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw invalid(`${list}.${index}.id`, `${id} appears more than once.`);
    seen.add(id);
  }
}

async function knownCollectives(trx: Transaction<Store>, ids: readonly string[]) {
  const known = new Map<string, CollectiveRow>();
  for (const part of chunks(ids)) {
    const rows = await trx.selectFrom('collectives').where('id', 'in', part).selectAll().execute();
    for (const row of rows) known.set(row.id, row);
  }
  return known;
}

async function knownEntities(trx: Transaction<Store>, ids: readonly string[]) {
  const known = new Map<string, EntityRow>();
  for (const part of chunks(ids)) {
    const rows = await trx.selectFrom('entities').where('id', 'in', part).selectAll().execute();
    for (const row of rows) known.set(row.id, row);
  }
  return known;
}

interface Origin {
  source: string;
  now: number;
}

/** A row that an answer only refreshes is still hidden together with the world that brought it. */
function sourceOf(old: { source: string } | undefined, source: string): string {
  return source === ANSWER ? (old?.source ?? source) : source;
}

async function writeCollectives(
  trx: Transaction<Store>,
  collectives: Collectives,
  { source, now }: Origin,
): Promise<Counts> {
  const counts = { added: 0, updated: 0, unchanged: 0 };
  const known = await knownCollectives(
    trx,
    collectives.map((collective) => collective.id),
  );
  const rows = collectives.map((given): CollectiveRow => {
    const old = known.get(given.id);
    const row = {
      id: given.id,
      name: given.name,
      type: given.type ?? old?.type ?? null,
      owner: given.owner ?? old?.owner ?? null,
      source: sourceOf(old, source),
      known_at: now,
      archived: 0,
    };
    if (old === undefined) counts.added += 1;
    else if (old.name === row.name && old.type === row.type && old.owner === row.owner) {
      counts.unchanged += 1;
    } else counts.updated += 1;
    return row;
  });
  for (const part of chunks(rows)) {
    await trx
      .insertInto('collectives')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          type: row.ref('excluded.type'),
          owner: row.ref('excluded.owner'),
          source: row.ref('excluded.source'),
          known_at: row.ref('excluded.known_at'),
          archived: row.ref('excluded.archived'),
        })),
      )
      .execute();
  }
  return counts;
}

async function writeEntities(
  trx: Transaction<Store>,
  entities: Entities,
  { source, now }: Origin,
): Promise<Counts> {
  const counts = { added: 0, updated: 0, unchanged: 0 };
  const known = await knownEntities(
    trx,
    entities.map((entity) => entity.id),
  );
  const rows = entities.map((given): EntityRow => {
    const old = known.get(given.id);
    const row = {
      id: given.id,
      name: given.name ?? old?.name ?? null,
      type: given.type ?? old?.type ?? null,
      brand: given.brand ?? old?.brand ?? null,
      source: sourceOf(old, source),
      known_at: now,
      archived: 0,
    };
    if (old === undefined) counts.added += 1;
    else if (old.name === row.name && old.type === row.type && old.brand === row.brand) {
      counts.unchanged += 1;
    } else counts.updated += 1;
    return row;
  });
  for (const part of chunks(rows)) {
    await trx
      .insertInto('entities')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          type: row.ref('excluded.type'),
          brand: row.ref('excluded.brand'),
          source: row.ref('excluded.source'),
          known_at: row.ref('excluded.known_at'),
          archived: row.ref('excluded.archived'),
        })),
      )
      .execute();
  }
  return counts;
}

async function writeMemberships(
  trx: Transaction<Store>,
  collectives: Collectives,
  { source, now }: Origin,
): Promise<DirectoryImportResult['memberships']> {
  const counts = { added: 0, removed: 0 };
  for (const collective of collectives) {
    const given = new Set(collective.entities);
    const rows = await trx
      .selectFrom('memberships')
      .where('collective_id', '=', collective.id)
      .select('entity_id')
      .execute();
    const old = new Set(rows.map((row) => row.entity_id));
    const gone = [...old].filter((id) => !given.has(id));
    for (const part of chunks(gone)) {
      await trx
        .deleteFrom('memberships')
        .where('collective_id', '=', collective.id)
        .where('entity_id', 'in', part)
        .execute();
    }
    const added = [...given]
      .filter((id) => !old.has(id))
      .map((id): MembershipRow => ({
        collective_id: collective.id,
        entity_id: id,
        source,
        known_at: now,
      }));
    for (const part of chunks(added)) {
      await trx.insertInto('memberships').values(part).execute();
    }
    counts.added += added.length;
    counts.removed += gone.length;
  }
  return counts;
}

/**
 * Writes a directory document in one transaction. A Collective in it replaces that Collective's
 * membership; names, types and brands are updated where given; nothing is deleted.
 * @param document parsed; an Entity that only a membership names is made without a name
 * @param source where the knowledge comes from: `import`, `world:<key>`, or ANSWER
 * @param now when, in milliseconds since the epoch
 * @throws Failure 400 where an id appears twice in a list
 */
export async function importDirectory(
  db: Kysely<Store>,
  document: DirectoryImport,
  source: string,
  now: number,
): Promise<DirectoryImportResult> {
  refuseTwice(
    'collectives',
    document.collectives.map((collective) => collective.id),
  );
  refuseTwice(
    'entities',
    document.entities.map((entity) => entity.id),
  );
  const origin = { source, now };
  const described = new Set(document.entities.map((entity) => entity.id));
  const named = new Set(document.collectives.flatMap((collective) => collective.entities));
  const bare = [...named].filter((id) => !described.has(id));
  return db.transaction().execute(async (trx) => ({
    collectives: await writeCollectives(trx, document.collectives, origin),
    entities: await writeEntities(
      trx,
      [...document.entities, ...bare.map((id) => ({ id, name: null, type: null, brand: null }))],
      origin,
    ),
    memberships: await writeMemberships(trx, document.collectives, origin),
  }));
}
