import { setImmediate as turn } from 'node:timers/promises';
import {
  DirectoryDraft,
  DirectoryImportCollective,
  DirectoryImportEntity,
  MAX_MEMBERS,
  type DirectoryImport,
} from '../../contract/console/directory-import.ts';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { accepted } from '../../http/define-route.ts';

/** Rows or ids that are checked in one turn: about a millisecond. */
const TURN_ROWS = 100;

/** Checks rows one by one, with turns for others. */
async function eachInTurns<T>(
  rows: readonly T[],
  look: (row: T, index: number) => void,
): Promise<void> {
  let left = TURN_ROWS;
  for (const [index, row] of rows.entries()) {
    look(row, index);
    left -= 1;
    if (left > 0) continue;
    await turn();
    left = TURN_ROWS;
  }
}

type Checked<Row> = z.ZodSafeParseResult<Row>;

/** The ids if all are valid, or null. */
async function validIds(ids: readonly unknown[]): Promise<string[] | null> {
  const valid: string[] = [];
  await eachInTurns(ids, (id) => {
    const parsed = Uuid.safeParse(id);
    if (parsed.success) valid.push(parsed.data);
  });
  return valid.length === ids.length ? valid : null;
}

const HasIds = z.looseObject({ entities: z.array(z.unknown()).max(MAX_MEMBERS) });

/** Checks a Collective, which may have as many ids as the document has other rows. */
async function checkCollective(
  row: unknown,
): Promise<Checked<z.output<typeof DirectoryImportCollective>>> {
  const given = HasIds.safeParse(row).data;
  const ids = given === undefined ? null : await validIds(given.entities);
  const checked = DirectoryImportCollective.safeParse(
    ids === null ? row : { ...given, entities: [] },
  );
  return checked.success && ids !== null
    ? { ...checked, data: { ...checked.data, entities: ids } }
    : checked;
}

/**
 * Checks the rows of a document of up to some hundred thousand, with turns for others.
 * @param take gets each row in order
 */
export async function checkCollectives(
  rows: readonly unknown[],
  take: (checked: Checked<z.output<typeof DirectoryImportCollective>>, index: number) => void,
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    take(await checkCollective(row), index);
    if (index % TURN_ROWS === TURN_ROWS - 1) await turn();
  }
}

/** The same for Entities. */
export async function checkEntities(
  rows: readonly unknown[],
  take: (checked: Checked<z.output<typeof DirectoryImportEntity>>, index: number) => void,
): Promise<void> {
  await eachInTurns(rows, (row, index) => take(DirectoryImportEntity.safeParse(row), index));
}

/** Collects rows. @returns a function that takes a row, and throws Failure 400 if the schema refuses it */
const takeInto =
  <Row>(rows: Row[], list: string) =>
  (checked: Checked<Row>, index: number) => {
    rows.push(accepted(checked, 'body', [list, index]));
  };

/**
 * Reads a directory document of up to some hundred thousand rows.
 * @throws Failure 400 for what the schema refuses
 */
export async function readImport(body: unknown): Promise<DirectoryImport> {
  const draft = accepted(DirectoryDraft.safeParse(body), 'body');
  const read: DirectoryImport = { collectives: [], entities: [] };
  await checkCollectives(draft.collectives, takeInto(read.collectives, 'collectives'));
  await checkEntities(draft.entities, takeInto(read.entities, 'entities'));
  return read;
}
