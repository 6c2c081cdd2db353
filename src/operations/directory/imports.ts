import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import {
  DirectoryImportResult,
  type DirectoryImport,
} from '../../contract/console/directory-import.ts';
import type { ImportRecord } from '../../contract/console/directory-changes.ts';
import { isoInstant } from '../../domain/instant.ts';
import { failure } from '../../bff/http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';
import { fromJson, toNullableJson } from '../../store/json.ts';
import type {
  DirectoryImportChangeRow,
  DirectoryImportRow,
} from '../../store/schema/directory-schema.ts';
import type { Store } from '../../store/schema/schema.ts';
import { planImport, authorOf, writePlan, type ImportPlan } from './import.ts';

const MEMBERSHIP = 'membership';

function changeRows(importId: string, plan: ImportPlan): DirectoryImportChangeRow[] {
  return [
    ...plan.things.map(({ merged, old }) => ({
      import_id: importId,
      kind: merged.thing.kind,
      thing_id: merged.thing.id,
      other_id: '',
      before: toNullableJson(old),
      after: JSON.stringify(merged.thing),
    })),
    ...plan.memberships.flatMap(({ before, after }) => {
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
): Promise<DirectoryImportResult> {
  return db.transaction().execute(async (trx) => {
    const author = authorOf('import', now);
    const plan = await planImport(trx, document, author);
    await writePlan(trx, plan, author);
    const id = randomUUID();
    // Only the last import can be undone: the changes of earlier ones are no longer needed.
    await trx.deleteFrom('directory_import_rows').execute();
    await trx
      .insertInto('directory_imports')
      .values({
        id,
        operator_name: operatorName,
        at: now,
        result: JSON.stringify(plan.result),
        undone_at: null,
      })
      .execute();
    for await (const part of chunksInTurns(changeRows(id, plan))) {
      await trx.insertInto('directory_import_rows').values(part).execute();
    }
    return plan.result;
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
    throw failure(
      409,
      'changed_since',
      'Another import came after this one; only the last can be undone.',
    );
  }
  if (row.undone_at !== null) {
    throw failure(409, 'changed_since', 'This import was undone already.');
  }
  await trx.updateTable('directory_imports').set({ undone_at: now }).where('id', '=', id).execute();
  return toRecord({ ...row, undone_at: now });
}
