import type { Kysely, Transaction } from 'kysely';
import type {
  DirectoryImport,
  DirectoryImportResult,
} from '../../contract/console/directory-import.ts';
import type {
  DirectoryKind,
  ImportPreview,
  RowFault,
} from '../../contract/console/directory-changes.ts';
import type { z } from '../../contract/zod.ts';
import { groupBy } from '../../lib/group-by.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { inTransaction, undoneTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { checkDraft } from './check-draft.ts';
import { lockForMembers } from './lock-collectives.ts';
import { writeMemberships } from './memberships.ts';
import { merge, type Author, type Difference, type Statement } from './merge.ts';
import { tagsText } from './thing.ts';
import { knownThings, writeThings } from './write.ts';

/** Records that are merged, written and dropped together: a turn of the event loop, a few milliseconds. */
const PART_ROWS = 100;
/** Faults and changes that a preview lists; the rest is counted. */
const SHOWN = 200;

/** What an import did. */
interface Effects {
  result: DirectoryImportResult;
  /** The first values of known records that it replaced. */
  changes: Difference[];
  changeCount: number;
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

/** What a document states of one kind; records that only occur in memberships are known by their id. */
function* statementsOf(
  kind: DirectoryKind,
  { collectives, entities }: DirectoryImport,
): Generator<Statement> {
  const stated = new Set<string>();
  for (const row of kind === 'collective' ? collectives : entities) {
    stated.add(row.id);
    const fields = {
      ...commonFields(row),
      ...('owner' in row ? { owner: row.owner } : {}),
      ...('brand' in row ? { brand: row.brand || null } : {}),
    };
    yield { kind, id: row.id, fields };
  }
  const others =
    kind === 'collective'
      ? entities.flatMap((row) => row.collectives ?? [])
      : collectives.flatMap((row) => row.entities ?? []);
  for (const id of others) {
    if (stated.has(id)) continue;
    stated.add(id);
    yield { kind, id, fields: {} };
  }
}

async function importThings(
  trx: Transaction<Store>,
  kind: DirectoryKind,
  document: DirectoryImport,
  author: Author,
  effects: Effects,
): Promise<void> {
  const counts = kind === 'collective' ? effects.result.collectives : effects.result.entities;
  for await (const part of chunksInTurns(statementsOf(kind, document), PART_ROWS)) {
    const known = await knownThings(
      trx,
      kind,
      part.map(({ id }) => id),
    );
    const things = part.map((each) => {
      const old = known.get(each.id) ?? null;
      const { thing, changes } = merge(old, each, author);
      counts[old === null ? 'added' : changes.length === 0 ? 'unchanged' : 'updated'] += 1;
      effects.changeCount += changes.length;
      effects.changes.push(...changes.slice(0, SHOWN - effects.changes.length));
      return thing;
    });
    await writeThings(trx, kind, things);
  }
}

/** Writes the memberships in a document: complete ones of Collectives, and single ones of Entities. */
async function importMemberships(
  trx: Transaction<Store>,
  document: DirectoryImport,
  { source, now }: Author,
  counts: DirectoryImportResult['memberships'],
): Promise<void> {
  const whole = new Map(document.collectives.map((row) => [row.id, row.entities ?? null]));
  const single = document.entities.flatMap(({ id, collectives }) =>
    (collectives ?? []).map((collectiveId) => ({ collectiveId, id })),
  );
  const more = groupBy(single, ({ collectiveId }) => collectiveId);
  for (const collectiveId of new Set([...whole.keys(), ...more.keys()])) {
    const given = whole.get(collectiveId) ?? null;
    const others = more.get(collectiveId) ?? [];
    const wanted = new Set([...(given ?? []), ...others.map(({ id }) => id)]);
    if (given === null && wanted.size === 0) continue;
    const rows = await trx
      .selectFrom('memberships')
      .leftJoin('entities', 'entities.id', 'memberships.entity_id')
      .where('collective_id', '=', collectiveId)
      .select(['collective_id', 'entity_id', 'entities.archived'])
      .execute();
    const removed = rows.filter(({ entity_id: entityId, archived }) => {
      // An archived Entity is in no list and in no export: its membership stays.
      return !wanted.delete(entityId) && given !== null && (archived ?? 0) === 0;
    });
    const added = [...wanted].map((entityId) => {
      return { collective_id: collectiveId, entity_id: entityId, source, known_at: now };
    });
    await writeMemberships(trx, { added, removed });
    counts.added += added.length;
    counts.removed += removed.length;
  }
}

async function applyImport(
  trx: Transaction<Store>,
  document: DirectoryImport,
  author: Author,
): Promise<Effects> {
  const none = () => ({ added: 0, updated: 0, unchanged: 0 });
  const effects: Effects = {
    result: { collectives: none(), entities: none(), memberships: { added: 0, removed: 0 } },
    changes: [],
    changeCount: 0,
  };
  // All at once and before any other row, so that no two imports wait for each other.
  await lockForMembers(trx, [
    ...document.collectives.map(({ id }) => id),
    ...document.entities.flatMap(({ collectives }) => collectives ?? []),
  ]);
  await importThings(trx, 'collective', document, author, effects);
  await importThings(trx, 'entity', document, author, effects);
  await importMemberships(trx, document, author, effects.result.memberships);
  return effects;
}

/**
 * Applies a directory document in one transaction. A Collective in it that lists Entities has
 * exactly those; names, types and the like are merged as in `merge`; only memberships are deleted.
 * @param document parsed, no id twice in a list; records that only occur in memberships are added without a name
 * @param source origin of the data, see `Known` in the store's schema
 * @param now milliseconds since the epoch
 */
export async function importDirectory(
  db: Kysely<Store>,
  document: DirectoryImport,
  source: string,
  now: number,
): Promise<DirectoryImportResult> {
  return inTransaction(
    db,
    async (trx) => (await applyImport(trx, document, { source, now })).result,
  );
}

/** Describes an invalid value to the author of the file. */
function faultMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'It is missing, or of the wrong type.';
  if (issue.code === 'too_big')
    return `It has more than ${String(issue.maximum)} characters or entries.`;
  if (issue.code === 'too_small') return 'It is empty.';
  return issue.message;
}

/**
 * The effects of an import: faults by row, and the changes of valid rows. It is the import itself, undone.
 * @param now milliseconds since the epoch
 */
export async function previewImport(
  db: Kysely<Store>,
  draft: Parameters<typeof checkDraft>[0],
  now: number,
): Promise<ImportPreview> {
  const faults: RowFault[] = [];
  const faultyRows: ImportPreview['faultyRows'] = { collectives: [], entities: [] };
  let repeatCount = 0;
  const document = await checkDraft(draft, (list, index, why) => {
    faultyRows[list].push(index);
    if ('repeats' in why) {
      repeatCount += 1;
      const message = 'An earlier row has the same id.';
      faults.push({ list, index, field: 'id', message, repeats: why.repeats });
      return;
    }
    for (const issue of why.issues) {
      const field = issue.path.join('.') || 'row';
      faults.push({ list, index, field, message: faultMessage(issue) });
    }
  });
  const effects = await undoneTransaction(db, (trx) =>
    applyImport(trx, document, { source: 'import', now }),
  );
  return {
    ...effects,
    faults: faults.slice(0, SHOWN),
    faultCount: faults.length,
    repeatCount,
    faultyRows,
  };
}
