import type { Kysely } from 'kysely';
import {
  DirectoryDraft,
  DirectoryImportCollective,
  DirectoryImportEntity,
  type DirectoryImport,
} from '../../contract/console/directory-import.ts';
import type { ImportPreview, RowFault } from '../../contract/console/directory-changes.ts';
import type { Store } from '../../store/schema/schema.ts';
import { effectsOfImport } from './import.ts';
import type { z } from '../../contract/zod.ts';
import { accepted } from '../../http/define-route.ts';
import { invalid } from '../../http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';

/** Rows that are checked in one turn: about a millisecond. */
const TURN_ROWS = 100;

/** A row that cannot be imported: what the schema refuses of it, or the position of an earlier row with its id. */
interface RefusedRow extends Pick<RowFault, 'list' | 'index'> {
  issues: readonly z.core.$ZodIssue[];
  repeats: number | undefined;
}

async function checkRows<Row extends { id: string }>(
  list: RowFault['list'],
  given: readonly unknown[],
  schema: z.ZodType<Row>,
  refused: RefusedRow[],
): Promise<Row[]> {
  const rows: Row[] = [];
  const seen = new Map<string, number>();
  let index = 0;
  for await (const part of chunksInTurns(given, TURN_ROWS)) {
    for (const each of part) {
      const { data, error } = schema.safeParse(each);
      const repeats = data === undefined ? undefined : seen.get(data.id);
      if (data === undefined || repeats !== undefined) {
        refused.push({ list, index, issues: error?.issues ?? [], repeats });
      } else {
        seen.set(data.id, index);
        rows.push(data);
      }
      index += 1;
    }
  }
  return rows;
}

/** The rows of a document of up to some hundred thousand that can be imported, and the others, in their order. */
async function checkDraft({ collectives = [], entities = [] }: DirectoryDraft): Promise<{
  document: DirectoryImport;
  refused: readonly RefusedRow[];
}> {
  const refused: RefusedRow[] = [];
  const document = {
    collectives: await checkRows('collectives', collectives, DirectoryImportCollective, refused),
    entities: await checkRows('entities', entities, DirectoryImportEntity, refused),
  };
  return { document, refused };
}

/**
 * Reads a directory document of up to some hundred thousand rows.
 * @throws Failure 400 for the first row that cannot be imported
 */
export async function readImport(body: unknown): Promise<DirectoryImport> {
  const { document, refused } = await checkDraft(accepted(DirectoryDraft.safeParse(body), 'body'));
  const [row] = refused;
  if (row === undefined) return document;
  const [issue] = row.issues;
  const field = [row.list, row.index, ...(issue?.path ?? ['id'])].join('.');
  throw invalid(field, `${field}: ${issue?.message ?? 'An earlier row has the same id.'}`);
}

/** Faults that a preview lists; the rest is counted. */
const SHOWN = 200;

/** Describes an invalid value to the author of the file. */
function faultMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'It is missing, or of the wrong type.';
  if (issue.code === 'too_big')
    return `It has more than ${String(issue.maximum)} characters or entries.`;
  if (issue.code === 'too_small') return 'It is empty.';
  return issue.message;
}

function faultsOf({ list, index, issues, repeats }: RefusedRow): RowFault[] {
  if (repeats !== undefined) {
    return [{ list, index, field: 'id', message: 'An earlier row has the same id.', repeats }];
  }
  return issues.map((issue) => {
    const field = issue.path.join('.') || 'row';
    return { list, index, field, message: faultMessage(issue) };
  });
}

/**
 * The effects of an import: faults by row, and the changes of valid rows.
 * @param reader reads without waiting for writes
 * @param now milliseconds since the epoch
 */
export async function previewImport(
  reader: Kysely<Store>,
  draft: DirectoryDraft,
  now: number,
): Promise<ImportPreview> {
  const { document, refused } = await checkDraft(draft);
  const faults = refused.flatMap(faultsOf);
  const rowsOf = (list: RowFault['list']) =>
    refused.filter((row) => row.list === list).map(({ index }) => index);
  return {
    ...(await effectsOfImport(reader, document, now)),
    faults: faults.slice(0, SHOWN),
    faultCount: faults.length,
    repeatCount: refused.filter(({ repeats }) => repeats !== undefined).length,
    faultyRows: { collectives: rowsOf('collectives'), entities: rowsOf('entities') },
  };
}
