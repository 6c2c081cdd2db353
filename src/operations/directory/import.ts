import type { Kysely } from 'kysely';
import type {
  DirectoryImport,
  DirectoryImportResult,
} from '../../contract/console/directory-import.ts';
import { formatCount } from '../../domain/format.ts';
import { failure } from '../../http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';
import { lockForMembers } from './lock-collectives.ts';
import { writeMemberships } from './memberships.ts';
import type { Author } from './merge.ts';
import {
  noEffects,
  planMemberships,
  planRecords,
  statementsOf,
  type Effects,
} from './plan-import.ts';
import { readRecords } from './record.ts';
import { writeRecords } from './write-records.ts';

/** Records or memberships of one transaction: it holds the only writing connection of SQLite for some 100 ms. */
const PART_ROWS = 500;

/**
 * Goes through a document: Collectives, Entities, then their memberships.
 * @param onWritten called after each transaction with its number of records; null: nothing is written
 */
async function runImport(
  db: Kysely<Store>,
  document: DirectoryImport,
  author: Author,
  onWritten: ((records: number) => void) | null,
): Promise<Effects> {
  const effects = noEffects();
  for (const kind of ['collective', 'entity'] as const) {
    for await (const part of chunksInTurns(statementsOf(kind, document), PART_ROWS)) {
      const ids = part.map(({ id }) => id);
      const plan = async (from: Kysely<Store>) =>
        planRecords(kind, part, await readRecords(from, kind, ids), author, effects);
      if (onWritten === null) await plan(db);
      else {
        await inTransaction(db, async (trx) => writeRecords(trx, kind, await plan(trx)));
        onWritten(part.length);
      }
    }
  }
  const counts = effects.result.memberships;
  const { source, now } = author;
  for await (const part of chunksInTurns(planMemberships(db, document), PART_ROWS)) {
    const added = part.filter(({ isAdded }) => isAdded);
    const removed = part.filter(({ isAdded }) => !isAdded);
    counts.added += added.length;
    counts.removed += removed.length;
    if (onWritten === null) continue;
    const rows = added.map(({ collective_id, entity_id }) => {
      return { collective_id, entity_id, source, known_at: now };
    });
    await inTransaction(db, (trx) => writeMemberships(trx, { added: rows, removed }));
  }
  return effects;
}

/**
 * What an import of a document by an operator would do: it computes the same, and writes nothing.
 * @param reader reads without waiting for writes
 * @param now milliseconds since the epoch
 */
export function effectsOfImport(
  reader: Kysely<Store>,
  document: DirectoryImport,
  now: number,
): Promise<Effects> {
  return runImport(reader, document, { source: 'import', now }, null);
}

/**
 * Imports a directory document. A Collective in it that lists Entities has exactly those; names, types and the like
 * are merged as in `merge`; only memberships are deleted. Given a transaction, it is part of it. Otherwise each part
 * is a transaction of its own, so that other writes wait for a part and not for the file; the same document imported
 * again does what is missing.
 * @param document parsed, no id twice in a list; records that only occur in memberships are added without a name
 * @param source origin of the data, see `Known` in the store's schema
 * @param now milliseconds since the epoch
 * @param onDone belongs to it, such as its row in the audit log
 * @throws Failure saying how much is written, if it stops after a part
 */
export async function importDirectory(
  db: Kysely<Store>,
  document: DirectoryImport,
  source: string,
  now: number,
  onDone: (result: DirectoryImportResult) => Promise<unknown> = () => Promise.resolve(),
): Promise<DirectoryImportResult> {
  let written = 0;
  if (db.isTransaction) {
    // All at once and before any other row, so that no two transactions wait for each other.
    await inTransaction(db, (trx) =>
      lockForMembers(trx, [
        ...document.collectives.map(({ id }) => id),
        ...document.entities.flatMap(({ collectives }) => collectives ?? []),
      ]),
    );
  }
  try {
    const { result } = await runImport(db, document, { source, now }, (records) => {
      written += records;
    });
    await onDone(result);
    return result;
  } catch (error) {
    if (db.isTransaction || written === 0) throw error;
    const message = `The import stopped after ${formatCount(written, 'record', 'records')}. They stay; import the file again to complete it.`;
    throw failure(500, 'internal', message, { cause: error });
  }
}
