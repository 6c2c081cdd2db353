import type { Kysely } from 'kysely';
import {
  type DirectoryImport,
  type DirectoryDraft,
} from '../../contract/console/directory-import.ts';
import type { ImportPreview, RowFault } from '../../contract/console/directory-changes.ts';
import type { z } from '../../contract/zod.ts';
import type { Store } from '../../store/schema/schema.ts';
import { authorOf, emptyResult, importParts } from './import.ts';
import type { Difference } from './merge.ts';
import { checkCollectives, checkEntities } from './read-import.ts';

/** Listed faults and changes; the rest is counted. */
const SHOWN = 200;

interface Checked<Row> {
  rows: Row[];
  faults: RowFault[];
  faulty: number[];
  /** Of these, rows with the id of an earlier one. */
  repeated: number;
}

/** Checks rows in their order. */
type CheckRows<Row> = (
  rows: readonly unknown[],
  take: (checked: z.ZodSafeParseResult<Row>, index: number) => void,
) => Promise<void>;

/** Describes an invalid value to the author of the file. */
function faultMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'It is missing, or of the wrong type.';
  if (issue.code === 'too_big')
    return `It has more than ${String(issue.maximum)} characters or entries.`;
  if (issue.code === 'too_small') return 'It is empty.';
  return issue.message;
}

/** Separates the valid rows of a list from the faulty ones. */
async function separate<Row extends { id: string }>(
  list: RowFault['list'],
  given: readonly unknown[],
  check: CheckRows<Row>,
): Promise<Checked<Row>> {
  const checked: Checked<Row> = { rows: [], faults: [], faulty: [], repeated: 0 };
  const seen = new Map<string, number>();
  await check(given, (parsed, index) => {
    if (!parsed.success) {
      checked.faulty.push(index);
      for (const issue of parsed.error.issues) {
        const field = issue.path.join('.') || 'row';
        checked.faults.push({ list, index, field, message: faultMessage(issue) });
      }
      return;
    }
    const first = seen.get(parsed.data.id);
    if (first === undefined) {
      seen.set(parsed.data.id, index);
      checked.rows.push(parsed.data);
    } else {
      checked.faulty.push(index);
      checked.repeated += 1;
      const message = 'An earlier row has the same id.';
      checked.faults.push({ list, index, field: 'id', message, repeats: first });
    }
  });
  return checked;
}

/**
 * The effects of an import: faults by row, and the changes of valid rows. Writes nothing.
 * @param now milliseconds since the epoch
 */
export async function previewImport(
  db: Kysely<Store>,
  draft: DirectoryDraft,
  now: number,
): Promise<ImportPreview> {
  const collectives = await separate('collectives', draft.collectives ?? [], checkCollectives);
  const entities = await separate('entities', draft.entities ?? [], checkEntities);
  const document: DirectoryImport = { collectives: collectives.rows, entities: entities.rows };
  const result = emptyResult();
  const changes: Difference[] = [];
  let changeCount = 0;
  // Not in one transaction: it would hold the connection, and with it all others, for seconds.
  for await (const { things } of importParts(db, document, authorOf('import', now), result)) {
    for (const { merged } of things) {
      if (changes.length < SHOWN) changes.push(...merged.changes);
      changeCount += merged.changes.length;
    }
  }
  const faults = [...collectives.faults, ...entities.faults];
  return {
    result,
    faults: faults.slice(0, SHOWN),
    faultCount: faults.length,
    repeatCount: collectives.repeated + entities.repeated,
    faultyRows: { collectives: collectives.faulty, entities: entities.faulty },
    changes: changes.slice(0, SHOWN),
    changeCount,
  };
}
