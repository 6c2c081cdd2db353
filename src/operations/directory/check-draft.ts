import {
  DirectoryDraft,
  DirectoryImportCollective,
  DirectoryImportEntity,
  type DirectoryImport,
} from '../../contract/console/directory-import.ts';
import type { RowFault } from '../../contract/console/directory-changes.ts';
import type { z } from '../../contract/zod.ts';
import { accepted } from '../../http/define-route.ts';
import { invalid } from '../../http/problems.ts';
import { chunksInTurns } from '../../store/chunks.ts';

/** Rows that are checked in one turn: about a millisecond. */
const TURN_ROWS = 100;

/** Why a row cannot be imported: what the schema refuses, or the position of an earlier row with the same id. */
type Refusal = { issues: readonly z.core.$ZodIssue[] } | { repeats: number };

/** Told of each row that is left out. */
type Refuse = (list: RowFault['list'], index: number, why: Refusal) => void;

async function checkRows<Row extends { id: string }>(
  given: readonly unknown[],
  schema: z.ZodType<Row>,
  refuse: (index: number, why: Refusal) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const seen = new Map<string, number>();
  let index = 0;
  for await (const part of chunksInTurns(given, TURN_ROWS)) {
    for (const each of part) {
      const { data, error } = schema.safeParse(each);
      const repeats = data === undefined ? undefined : seen.get(data.id);
      if (data === undefined) refuse(index, { issues: error?.issues ?? [] });
      else if (repeats !== undefined) refuse(index, { repeats });
      else {
        seen.set(data.id, index);
        rows.push(data);
      }
      index += 1;
    }
  }
  return rows;
}

/** The rows of a document of up to some hundred thousand that can be imported, checked with turns for others. */
export async function checkDraft(
  { collectives = [], entities = [] }: DirectoryDraft,
  refuse: Refuse,
): Promise<DirectoryImport> {
  return {
    collectives: await checkRows(collectives, DirectoryImportCollective, (index, why) => {
      refuse('collectives', index, why);
    }),
    entities: await checkRows(entities, DirectoryImportEntity, (index, why) => {
      refuse('entities', index, why);
    }),
  };
}

/**
 * Reads a directory document of up to some hundred thousand rows.
 * @throws Failure 400 for the first row that cannot be imported
 */
export async function readImport(body: unknown): Promise<DirectoryImport> {
  const draft = accepted(DirectoryDraft.safeParse(body), 'body');
  return checkDraft(draft, (list, index, why) => {
    const [issue] = 'issues' in why ? why.issues : [];
    const field = [list, index, ...(issue?.path ?? ['id'])].join('.');
    throw invalid(field, `${field}: ${issue?.message ?? 'An earlier row has the same id.'}`);
  });
}
