import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DirectoryKind, ImportPreview } from '../../contract/console/directory-changes.ts';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { MembershipRow } from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { merge, type Author, type Statement } from './merge.ts';
import { OTHER_WORLD, tagsText, type StoredRecord } from './record.ts';
import type { RecordChange } from './write-records.ts';

/** Changed values that a preview lists; the rest is counted. */
const SHOWN = 200;
/** Members that one statement reads. */
const PAGE = 500;

/** What an import does, as counted so far. */
export type Effects = Pick<ImportPreview, 'result' | 'changes' | 'changeCount' | 'refusedCount'>;

/** The effects of an import that has done nothing yet. */
export function noEffects(): Effects {
  const none = () => ({ added: 0, updated: 0, unchanged: 0 });
  const memberships = { added: 0, removed: 0 };
  const result = { collectives: none(), entities: none(), memberships };
  return { result, changes: [], changeCount: 0, refusedCount: 0 };
}

type Row = DirectoryImport['entities'][number] | DirectoryImport['collectives'][number];

// An empty text is ignored, like an empty table cell.
const statementOf = (row: Row): Statement => ({
  id: row.id,
  name: row.name || null,
  type: row.type || null,
  brand: ('brand' in row && row.brand) || null,
  owner: ('owner' in row && row.owner) || null,
  place: row.place || null,
  note: row.note || null,
  tags: tagsText(row.tags ?? []),
});

/** What a document states of one kind; records that only occur in memberships are known by their id. */
export function* statementsOf(
  kind: DirectoryKind,
  { collectives, entities }: DirectoryImport,
): Generator<Statement> {
  const [rows, named] =
    kind === 'collective'
      ? [collectives, entities.flatMap((row) => row.collectives ?? [])]
      : [entities, collectives.flatMap((row) => row.entities ?? [])];
  const stated = new Set<string>();
  for (const row of rows) {
    stated.add(row.id);
    yield statementOf(row);
  }
  for (const id of named) {
    if (stated.has(id)) continue;
    stated.add(id);
    yield { id };
  }
}

/**
 * What statements change, and nothing else: it is computed for a preview and for an import alike.
 * @param known the directory's records of these ids
 * @param effects are counted on
 * @returns the records to write; one that stays as it is, but for its time, is not among them
 */
export function planRecords(
  kind: DirectoryKind,
  statements: readonly Statement[],
  known: ReadonlyMap<string, StoredRecord>,
  author: Author,
  effects: Effects,
): RecordChange[] {
  const counts = kind === 'collective' ? effects.result.collectives : effects.result.entities;
  return statements.flatMap((statement) => {
    const { id } = statement;
    const before = known.get(id) ?? null;
    const { record: after, replaced } = merge(before, statement, author);
    if (before?.refused === true) effects.refusedCount += 1;
    // What only another world had is new to the lists.
    if (before === null || (before.archived & OTHER_WORLD) !== 0) {
      counts.added += 1;
      return [{ before, after }];
    }
    counts[replaced.length === 0 ? 'unchanged' : 'updated'] += 1;
    effects.changeCount += replaced.length;
    for (const each of replaced.slice(0, SHOWN - effects.changes.length)) {
      effects.changes.push({ kind, id, name: before.name, ...each });
    }
    return replaced.length === 0 && before.source === after.source ? [] : [{ before, after }];
  });
}

/** A membership that an import adds or removes. */
export interface MembershipChange extends Pick<MembershipRow, 'collective_id' | 'entity_id'> {
  isAdded: boolean;
}

/** The Entities that a document gives each Collective: all of them, or some in addition. */
function wantedMembers({ collectives, entities }: DirectoryImport) {
  const wanted = new Map<string, { ids: Set<string>; isWhole: boolean }>();
  const of = (id: string) => {
    const found = wanted.get(id) ?? { ids: new Set<string>(), isWhole: false };
    wanted.set(id, found);
    return found;
  };
  for (const { id, entities: given } of collectives) {
    if (given === null || given === undefined) continue;
    const found = of(id);
    found.isWhole = true;
    for (const each of given) found.ids.add(each);
  }
  for (const { id, collectives: within } of entities) {
    for (const each of within ?? []) of(each).ids.add(id);
  }
  return wanted;
}

/** The memberships that a document changes: complete ones of Collectives, and single ones of Entities. */
export async function* planMemberships(
  db: Kysely<Store>,
  document: DirectoryImport,
): AsyncGenerator<MembershipChange, void, undefined> {
  for (const [collectiveId, { ids, isWhole }] of wantedMembers(document)) {
    let after: string | undefined = '';
    while (after !== undefined) {
      const rows: { entity_id: string; archived: number | null }[] = await db
        .selectFrom('memberships')
        .leftJoin('entities', 'entities.id', 'memberships.entity_id')
        .where('collective_id', '=', collectiveId)
        .where('entity_id', '>', after)
        .orderBy('entity_id')
        .limit(PAGE)
        .select(['entity_id', 'entities.archived'])
        .execute();
      for (const { entity_id, archived } of rows) {
        // An archived Entity is in no list and in no export: its membership stays.
        if (ids.delete(entity_id) || !isWhole || (archived ?? 0) !== 0) continue;
        yield { collective_id: collectiveId, entity_id, isAdded: false };
      }
      after = rows.length < PAGE ? undefined : rows.at(-1)?.entity_id;
      await turn();
    }
    for (const id of ids) yield { collective_id: collectiveId, entity_id: id, isAdded: true };
  }
}
