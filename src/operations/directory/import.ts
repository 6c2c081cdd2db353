import type { Kysely, Transaction } from 'kysely';
import type {
  DirectoryImport,
  DirectoryImportResult,
} from '../../contract/console/directory-import.ts';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { invalid } from '../../bff/http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import type { MembershipRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { isUnchanged, merge, type Merged, type Author, type Statement } from './merge.ts';
import { tagsText, type Thing } from './thing.ts';
import { keepConflicts, knownThings, writeThings } from './write.ts';

type Result = DirectoryImportResult;

/** A membership that an import adds or removes. */
export interface MembershipChange {
  before: MembershipRow | null;
  after: MembershipRow | null;
}

/** All effects of an import. */
export interface ImportPlan {
  result: Result;
  things: { merged: Merged; old: Thing | null }[];
  memberships: MembershipChange[];
}

function refuseTwice(list: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw invalid(`${list}.${index}.id`, `${id} appears more than once.`);
    seen.add(id);
  }
}

/** The fields of a document's records. */
function fieldsOf(document: DirectoryImport): Record<DirectoryKind, Statement[]> {
  const common = (
    row: DirectoryImport['entities'][number] | DirectoryImport['collectives'][number],
  ) => ({
    // An empty text is ignored, like an empty table cell.
    name: row.name || null,
    type: row.type || null,
    place: row.place || null,
    note: row.note || null,
    tags: tagsText(row.tags ?? []),
  });
  const collectives: Statement[] = document.collectives.map((row) => ({
    kind: 'collective',
    id: row.id,
    fields: { ...common(row), owner: row.owner },
  }));
  const entities: Statement[] = document.entities.map((row) => ({
    kind: 'entity',
    id: row.id,
    fields: { ...common(row), brand: row.brand || null },
  }));
  const described = new Set(entities.map(({ id }) => id));
  const members = new Set(document.collectives.flatMap((row) => row.entities ?? []));
  for (const id of members) {
    if (!described.has(id)) entities.push({ kind: 'entity', id, fields: {} });
  }
  const listed = new Set(collectives.map(({ id }) => id));
  const named = new Set(document.entities.flatMap((row) => row.collectives ?? []));
  for (const id of named)
    if (!listed.has(id)) collectives.push({ kind: 'collective', id, fields: {} });
  return { collective: collectives, entity: entities };
}

async function planKind(
  trx: Transaction<Store>,
  statements: readonly Statement[],
  kind: DirectoryKind,
  author: Author,
): Promise<{ things: ImportPlan['things']; counts: Result['entities'] }> {
  const counts = { added: 0, updated: 0, unchanged: 0, conflicts: 0 };
  const known = await knownThings(
    trx,
    kind,
    statements.map(({ id }) => id),
  );
  const things: ImportPlan['things'] = [];
  for await (const part of chunksInTurns(statements)) {
    for (const each of part) {
      const old = known.get(each.id) ?? null;
      const merged = merge(old, each, author);
      if (merged.isNew) counts.added += 1;
      else if (isUnchanged(merged, old)) counts.unchanged += 1;
      else counts.updated += 1;
      counts.conflicts += merged.conflicts.length;
      things.push({ merged, old });
    }
  }
  return { things, counts };
}

/** The memberships in a document: complete ones of Collectives, and single ones of Entities. */
async function planMemberships(
  trx: Transaction<Store>,
  document: DirectoryImport,
  { source, now }: Author,
): Promise<MembershipChange[]> {
  const added = new Map<string, Set<string>>();
  for (const { id, collectives } of document.entities) {
    for (const collective of collectives ?? []) {
      added.set(collective, (added.get(collective) ?? new Set()).add(id));
    }
  }
  const whole = new Map(document.collectives.map((row) => [row.id, row.entities ?? null]));
  const changes: MembershipChange[] = [];
  for (const collectiveId of new Set([...whole.keys(), ...added.keys()])) {
    const given = whole.get(collectiveId) ?? null;
    const more = added.get(collectiveId);
    if (given === null && more === undefined) continue;
    const wanted = new Set([...(given ?? []), ...(more ?? [])]);
    const rows = await trx
      .selectFrom('memberships')
      .where('collective_id', '=', collectiveId)
      .selectAll()
      .execute();
    const known = new Set(rows.map((row) => row.entity_id));
    if (given !== null) {
      const gone = rows.filter((row) => !wanted.has(row.entity_id));
      changes.push(...gone.map((before) => ({ before, after: null })));
    }
    for (const entityId of wanted) {
      if (known.has(entityId)) continue;
      const after = { collective_id: collectiveId, entity_id: entityId, source, known_at: now };
      changes.push({ before: null, after });
    }
  }
  return changes;
}

/**
 * Computes the effects of a document. Writes nothing.
 * @throws Failure 400 if an id appears twice in a list
 */
export async function planImport(
  trx: Transaction<Store>,
  document: DirectoryImport,
  author: Author,
): Promise<ImportPlan> {
  refuseTwice(
    'collectives',
    document.collectives.map(({ id }) => id),
  );
  refuseTwice(
    'entities',
    document.entities.map(({ id }) => id),
  );
  const statements = fieldsOf(document);
  const collectives = await planKind(trx, statements.collective, 'collective', author);
  const entities = await planKind(trx, statements.entity, 'entity', author);
  const memberships = await planMemberships(trx, document, author);
  return {
    result: {
      collectives: collectives.counts,
      entities: entities.counts,
      memberships: {
        added: memberships.filter(({ after }) => after !== null).length,
        removed: memberships.filter(({ after }) => after === null).length,
      },
    },
    things: [...collectives.things, ...entities.things],
    memberships,
  };
}

/** Removes and adds memberships. */
export async function writeMemberships(
  trx: Transaction<Store>,
  changes: readonly MembershipChange[],
): Promise<void> {
  const gone = new Map<string, string[]>();
  for (const { before, after } of changes) {
    if (before === null || after !== null) continue;
    const ids = gone.get(before.collective_id);
    if (ids === undefined) gone.set(before.collective_id, [before.entity_id]);
    else ids.push(before.entity_id);
  }
  for (const [collectiveId, ids] of gone) {
    for await (const part of chunksInTurns(ids)) {
      await trx
        .deleteFrom('memberships')
        .where('collective_id', '=', collectiveId)
        .where('entity_id', 'in', part)
        .execute();
    }
  }
  for await (const part of chunksInTurns(changes.flatMap(({ after }) => after ?? []))) {
    await trx.insertInto('memberships').values(part).execute();
  }
}

/** Applies a plan, including its conflicts. */
export async function writePlan(
  trx: Transaction<Store>,
  plan: ImportPlan,
  author: Author,
): Promise<void> {
  for (const kind of ['collective', 'entity'] as const) {
    const things = plan.things.map(({ merged }) => merged.thing);
    await writeThings(
      trx,
      kind,
      things.filter((thing) => thing.kind === kind),
    );
  }
  await writeMemberships(trx, plan.memberships);
  const conflicts = plan.things.flatMap(({ merged }) => merged.conflicts);
  await keepConflicts(trx, conflicts, author);
}

/** The authority of a document by its source. Answers refresh data without claiming it. */
export function authorOf(source: string, now: number): Author {
  if (source === 'import' || source === 'typed') {
    return { origin: source, source, claims: source === 'import', now };
  }
  return { origin: 'fact', source, claims: source.startsWith('world:'), now };
}

/**
 * Applies a directory document in one transaction. A Collective in it that lists Entities has
 * exactly those; names, types and the like are merged as in `merge`; only memberships are deleted.
 * @param document parsed; records that only occur in memberships are added without a name
 * @param source origin of the data, see `Known` in the store's schema
 * @param now milliseconds since the epoch
 * @throws Failure 400 if an id appears twice in a list
 */
export async function importDirectory(
  db: Kysely<Store>,
  document: DirectoryImport,
  source: string,
  now: number,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const author = authorOf(source, now);
    const plan = await planImport(trx, document, author);
    await writePlan(trx, plan, author);
    return plan.result;
  });
}
