import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  DirectoryImportResult,
  type DirectoryImport,
} from '../../contract/console/directory-import.ts';
import type { ImportRecord } from '../../contract/console/directory-changes.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../bff/http/problems.ts';
import { insertRows } from '../../store/insert-rows.ts';
import { fromJson, toNullableJson } from '../../store/json.ts';
import type {
  DirectoryImportChangeRow,
  DirectoryImportRow,
} from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { authorOf, emptyResult, importParts, writePlan, type ImportPart } from './import.ts';
import { unrecorded, type AddDone } from '../audit/audit.ts';

const MEMBERSHIP = 'membership';
const CHANGE_COLUMNS = ['import_id', 'kind', 'thing_id', 'other_id', 'before', 'after'] as const;
const FORGOTTEN_AT_ONCE = 200;

function changeRows(importId: string, part: ImportPart): DirectoryImportChangeRow[] {
  return [
    ...part.things.map(({ merged, old }) => ({
      import_id: importId,
      kind: merged.thing.kind,
      thing_id: merged.thing.id,
      other_id: '',
      before: toNullableJson(old),
      after: JSON.stringify(merged.thing),
    })),
    ...part.memberships.flatMap(({ before, after }) => {
      const either = after ?? before;
      if (either === null) return [];
      return {
        import_id: importId,
        kind: MEMBERSHIP,
        thing_id: either.collective_id,
        other_id: either.entity_id,
        before: toNullableJson(before),
        after: toNullableJson(after),
      };
    }),
  ];
}

function toRecord(row: DirectoryImportRow): ImportRecord {
  return {
    id: row.id,
    operatorName: row.operator_name,
    at: isoInstant(row.at),
    result: fromJson(DirectoryImportResult, row.result),
    undoneAt: row.undone_at === null ? null : isoInstant(row.undone_at),
  };
}

/** Only the last import can be undone: the changes of earlier ones are no longer needed. */
async function forgetChanges(trx: Transaction<Store>): Promise<void> {
  for (;;) {
    const rows = await trx
      .selectFrom('directory_import_rows')
      .limit(FORGOTTEN_AT_ONCE)
      .select(['import_id', 'kind', 'thing_id', 'other_id'])
      .execute();
    if (rows.length === 0) return;
    const keys = sql.join(
      rows.map((row) => sql`(${row.import_id}, ${row.kind}, ${row.thing_id}, ${row.other_id})`),
    );
    await trx
      .deleteFrom('directory_import_rows')
      .where(sql<boolean>`(import_id, kind, thing_id, other_id) in (values ${keys})`)
      .execute();
    await turn();
  }
}

/**
 * Imports a document for an operator, and records its changes so that it can be undone.
 * @param now milliseconds since the epoch
 * @throws Failure 400 if an id appears twice in a list
 */
export async function importForOperator(
  db: Kysely<Store>,
  document: DirectoryImport,
  operatorName: string,
  now: number,
  done: AddDone = unrecorded,
): Promise<DirectoryImportResult> {
  return db.transaction().execute(async (trx) => {
    const author = authorOf('import', now);
    const id = randomUUID();
    await forgetChanges(trx);
    const result = emptyResult();
    for await (const part of importParts(trx, document, author, result)) {
      await writePlan(trx, part, author);
      await insertRows(trx, 'directory_import_rows', CHANGE_COLUMNS, changeRows(id, part));
    }
    await trx
      .insertInto('directory_imports')
      .values({
        id,
        operator_name: operatorName,
        at: now,
        result: JSON.stringify(result),
        undone_at: null,
      })
      .execute();
    await done(trx);
    return result;
  });
}

/** The row of the last import. */
async function lastImportRow(
  db: Kysely<Store> | Transaction<Store>,
): Promise<DirectoryImportRow | null> {
  const row = await db
    .selectFrom('directory_imports')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The last import by an operator. */
export async function readLastImport(db: Kysely<Store>): Promise<{ last: ImportRecord | null }> {
  const row = await lastImportRow(db);
  return { last: row === null ? null : toRecord(row) };
}

/**
 * Marks an import as undone.
 * @throws Failure 404 if there is none, 409 if it is not the last one or was undone already
 */
export async function claimUndo(
  trx: Transaction<Store>,
  id: string,
  now: number,
): Promise<ImportRecord> {
  const row = await lastImportRow(trx);
  if (row === null) throw failure(404, 'not_found', 'There is no import to undo.');
  if (row.id !== id) {
    throw failure(409, 'changed_since', 'There is a newer import; only the last can be undone.');
  }
  if (row.undone_at !== null) {
    throw failure(409, 'changed_since', 'This import has already been undone.');
  }
  await trx.updateTable('directory_imports').set({ undone_at: now }).where('id', '=', id).execute();
  return toRecord({ ...row, undone_at: now });
}
