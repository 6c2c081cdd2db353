import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type {
  DirectoryImport,
  DirectoryImportResult,
} from '../../contract/console/directory-import.ts';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { invalid } from '../../http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { MembershipRow } from '../../store/schema/directory-schema.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { isUnchanged, merge, type Merged, type Author, type Statement } from './merge.ts';
import { tagsText, type Thing } from './thing.ts';
import { lockForMembers } from './lock-collectives.ts';
import { knownThings, writeThings } from './write.ts';

type Result = DirectoryImportResult;

/** A membership that an import adds or removes. */
export interface MembershipChange {
  before: MembershipRow | null;
  after: MembershipRow | null;
}

/** Effects of an import. */
export interface ImportPart {
  things: { merged: Merged; old: Thing | null }[];
  memberships: MembershipChange[];
}

/** All effects of an import. */
export interface ImportPlan extends ImportPart {
  result: Result;
}

/** Records that are merged, written and dropped together: a turn of the event loop, a few milliseconds. */
const PART_ROWS = 100;
const MEMBERSHIP_COLUMNS = ['collective_id', 'entity_id', 'source', 'known_at'] as const;
/** Members of a Collective that are read together. */
const MEMBERS_AT_ONCE = 1000;

async function refuseTwice(list: string, rows: readonly { id: string }[]): Promise<void> {
  const seen = new Set<string>();
  let index = 0;
  for await (const part of chunksInTurns(rows)) {
    for (const { id } of part) {
      if (seen.has(id)) throw invalid(`${list}.${index}.id`, `${id} appears more than once.`);
      seen.add(id);
      index += 1;
    }
  }
}

type Row = DirectoryImport['entities'][number] | DirectoryImport['collectives'][number];

const commonFields = (row: Row) => ({
  // An empty text is ignored, like an empty table cell.
  name: row.name || null,
  type: row.type || null,
  place: row.place || null,
  note: row.note || null,
  tags: tagsText(row.tags ?? []),
});

function* collectivesOf({ collectives, entities }: DirectoryImport): Generator<Statement> {
  const listed = new Set<string>();
  for (const row of collectives) {
    listed.add(row.id);
    const fields = { ...commonFields(row), owner: row.owner };
    yield { kind: 'collective', id: row.id, fields };
  }
  for (const row of entities) {
    for (const id of row.collectives ?? []) {
      if (listed.has(id)) continue;
      listed.add(id);
      yield { kind: 'collective', id, fields: {} };
    }
  }
}

function* entitiesOf({ collectives, entities }: DirectoryImport): Generator<Statement> {
  const described = new Set<string>();
  for (const row of entities) {
    described.add(row.id);
    const fields = { ...commonFields(row), brand: row.brand || null };
    yield { kind: 'entity', id: row.id, fields };
  }
  for (const row of collectives) {
    for (const id of row.entities ?? []) {
      if (described.has(id)) continue;
      described.add(id);
      yield { kind: 'entity', id, fields: {} };
    }
  }
}

async function mergePart(
  trx: Kysely<Store>,
  statements: readonly Statement[],
  kind: DirectoryKind,
  author: Author,
  counts: Result['entities'],
): Promise<ImportPart['things']> {
  const ids = statements.map(({ id }) => id);
  const known = await knownThings(trx, kind, ids);
  return statements.map((each) => {
    const old = known.get(each.id) ?? null;
    const merged = merge(old, each, author);
    if (merged.isNew) counts.added += 1;
    else if (isUnchanged(merged, old)) counts.unchanged += 1;
    else counts.updated += 1;
    return { merged, old };
  });
}

async function* membershipsOf(trx: Kysely<Store>, collectiveId: string) {
  let after = '';
  for (;;) {
    const rows = await trx
      .selectFrom('memberships')
      .leftJoin('entities', 'entities.id', 'memberships.entity_id')
      .where('collective_id', '=', collectiveId)
      .where('entity_id', '>', after)
      .orderBy('entity_id')
      .limit(MEMBERS_AT_ONCE)
      .selectAll('memberships')
      .select('entities.archived')
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.entity_id;
    await turn();
  }
}

/** The memberships in a document: complete ones of Collectives, and single ones of Entities. */
async function* membershipParts(
  trx: Kysely<Store>,
  document: DirectoryImport,
  { source, now }: Author,
): AsyncGenerator<MembershipChange[]> {
  const added = new Map<string, Set<string>>();
  for await (const part of chunksInTurns(document.entities)) {
    for (const { id, collectives } of part) {
      for (const collective of collectives ?? []) {
        added.set(collective, (added.get(collective) ?? new Set()).add(id));
      }
    }
  }
  const whole = new Map(document.collectives.map((row) => [row.id, row.entities ?? null]));
  // In order: each is locked when it is written.
  for (const collectiveId of [...new Set([...whole.keys(), ...added.keys()])].toSorted()) {
    const given = whole.get(collectiveId) ?? null;
    const more = added.get(collectiveId);
    if (given === null && more === undefined) continue;
    // Whether these memberships stay is not known yet.
    const wanted = new Set<string>();
    for (const ids of [given ?? [], more ?? []]) {
      for await (const part of chunksInTurns(ids)) for (const id of part) wanted.add(id);
    }
    const gone: MembershipChange[] = [];
    for await (const { archived, ...before } of membershipsOf(trx, collectiveId)) {
      const isKnown = wanted.delete(before.entity_id);
      // An archived Entity is in no list and in no export: its membership stays.
      const isHidden = archived !== null && archived !== 0;
      if (!isKnown && !isHidden && given !== null) gone.push({ before, after: null });
    }
    yield* chunksInTurns(gone, PART_ROWS);
    for await (const part of chunksInTurns(wanted, PART_ROWS)) {
      yield part.map((entityId) => ({
        before: null,
        after: { collective_id: collectiveId, entity_id: entityId, source, known_at: now },
      }));
    }
  }
}

/**
 * Computes the effects of a document, part by part: each may be written before the next is computed. Writes
 * nothing.
 * @param result counts the effects of each part
 * @throws Failure 400 if an id appears twice in a list, before the first part
 */
export async function* importParts(
  trx: Kysely<Store>,
  document: DirectoryImport,
  author: Author,
  result: Result,
): AsyncGenerator<ImportPart> {
  await refuseTwice('collectives', document.collectives);
  await refuseTwice('entities', document.entities);
  for (const [kind, statements, counts] of [
    ['collective', collectivesOf(document), result.collectives],
    ['entity', entitiesOf(document), result.entities],
  ] as const) {
    for await (const part of chunksInTurns<Statement>(statements, PART_ROWS)) {
      yield { things: await mergePart(trx, part, kind, author, counts), memberships: [] };
    }
  }
  for await (const memberships of membershipParts(trx, document, author)) {
    for (const { after } of memberships) {
      if (after === null) result.memberships.removed += 1;
      else result.memberships.added += 1;
    }
    yield { things: [], memberships };
  }
}

/** The counts of an import that has not begun. */
export function emptyResult(): Result {
  const none = () => ({ added: 0, updated: 0, unchanged: 0 });
  return { collectives: none(), entities: none(), memberships: { added: 0, removed: 0 } };
}

/**
 * Computes all effects of a small document. Writes nothing.
 * @throws Failure 400 if an id appears twice in a list
 */
export async function planImport(
  trx: Transaction<Store>,
  document: DirectoryImport,
  author: Author,
): Promise<ImportPlan> {
  const plan: ImportPlan = { result: emptyResult(), things: [], memberships: [] };
  for await (const part of importParts(trx, document, author, plan.result)) {
    plan.things.push(...part.things);
    plan.memberships.push(...part.memberships);
  }
  return plan;
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
  await lockForMembers(
    trx,
    changes.flatMap(({ before, after }) => (before ?? after)?.collective_id ?? []),
  );
  for (const [collectiveId, ids] of gone) {
    for await (const part of chunksInTurns(ids)) {
      await trx
        .deleteFrom('memberships')
        .where('collective_id', '=', collectiveId)
        .where('entity_id', 'in', part)
        .execute();
    }
  }
  const added = changes.flatMap(({ after }) => after ?? []);
  for await (const part of chunksInTurns(added, PART_ROWS)) {
    await insertRows(trx, 'memberships', MEMBERSHIP_COLUMNS, part);
  }
}

/** Applies effects. */
export async function writePlan(trx: Transaction<Store>, plan: ImportPart): Promise<void> {
  for (const kind of ['collective', 'entity'] as const) {
    const things = plan.things.map(({ merged }) => merged.thing);
    await writeThings(
      trx,
      kind,
      things.filter((thing) => thing.kind === kind),
    );
  }
  await writeMemberships(trx, plan.memberships);
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
  return inTransaction(db, async (trx) => {
    const author = authorOf(source, now);
    const result = emptyResult();
    for await (const part of importParts(trx, document, author, result)) {
      await writePlan(trx, part);
    }
    return result;
  });
}
