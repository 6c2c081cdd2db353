import type { DirectoryDraft } from '../../../contract/console/directory-import.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { readTagsCell } from '../../../domain/tags-cell.ts';
import { readId } from '../../../domain/pasted-ids.ts';
import {
  cellText,
  findColumn,
  readTableFile,
  type ChosenFile,
  type ImportTable,
} from '../../components/table-file.ts';

/** A parsed CSV table, or why it is none. */
type ImportFile = { table: ImportTable; remark: string | null } | { problem: string };

/** Fields to which a column can be mapped. */
export const TARGETS = {
  entity: ['id', 'name', 'type', 'brand', 'place', 'tags', 'note', 'collectives'],
  collective: ['id', 'name', 'type', 'owner', 'place', 'tags', 'note', 'entities'],
} as const satisfies Record<DirectoryKind, readonly string[]>;

/** Which column each field comes from; a field without one is not imported. */
export type Mapping = Readonly<Partial<Record<string, string>>>;

/** Reads a CSV table with a header. */
export async function readImportFile(file: ChosenFile): Promise<ImportFile> {
  const read = await readTableFile(file);
  if ('table' in read) return read;
  const problem = 'problem' in read ? read.problem : `${file.name} is not a table.`;
  return { problem: `${problem} Nothing was imported.` };
}

/** Other names that files have for a field. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'uuid', 'entityid', 'collectiveid', 'deviceid'],
  name: ['name', 'title', 'displayname', 'label'],
  type: ['type', 'kind', 'entitytype', 'collectivetype'],
  brand: ['brand', 'make', 'manufacturer', 'vendor'],
  owner: ['owner', 'ownerid'],
  place: ['place', 'site', 'location', 'address', 'city'],
  tags: ['tags', 'tag', 'labels'],
  note: ['note', 'notes', 'comment', 'remark', 'description'],
  collectives: ['collectives', 'collective', 'groups', 'group'],
  entities: ['entities', 'members', 'devices'],
};

/** A first guess at the mapping, by the names of the columns. */
export function guessMapping(kind: DirectoryKind, columns: readonly string[]): Mapping {
  const mapping: Record<string, string> = {};
  for (const target of TARGETS[kind]) {
    const column = findColumn(columns, ALIASES[target] ?? []);
    if (column !== undefined) mapping[target] = column;
  }
  return mapping;
}

function idsOfCell(cell: string): string[] {
  return cell.split(/[\s,;|]+/).filter((part) => part !== '');
}

/** An id in the form of the interface; what is none stays, to be named in the preview. */
function idOf(value: unknown): unknown {
  return typeof value === 'string' ? (readId(value) ?? value) : value;
}

/** A cell parsed for its field, or undefined if it is empty. */
function fieldValue(target: string, value: unknown): unknown {
  if (target === 'tags' || target === 'collectives' || target === 'entities') {
    const read = target === 'tags' ? readTagsCell : idsOfCell;
    const list: unknown[] = Array.isArray(value) ? value : read(cellText(value));
    if (list.length === 0) return undefined;
    return target === 'tags' ? list : list.map(idOf);
  }
  const text = cellText(value);
  if (text === '') return undefined;
  return target === 'id' || target === 'owner' ? idOf(text) : text;
}

/** The rows of a table as a directory document; its rows keep their order. */
export function draftOf(kind: DirectoryKind, table: ImportTable, mapping: Mapping): DirectoryDraft {
  const rows = table.rows.map((row) => {
    const mapped: Record<string, unknown> = {};
    for (const target of TARGETS[kind]) {
      const column = mapping[target];
      const value = column === undefined ? undefined : fieldValue(target, row[column]);
      if (value !== undefined) mapped[target] = value;
    }
    return mapped;
  });
  return kind === 'entity' ? { entities: rows } : { collectives: rows };
}

/** A document without its faulty rows. */
export function withoutRows(
  draft: DirectoryDraft,
  faulty: Readonly<Record<'collectives' | 'entities', readonly number[]>>,
): DirectoryDraft {
  const good = (list: 'collectives' | 'entities') => {
    const bad = new Set(faulty[list]);
    return (draft[list] ?? []).filter((_, index) => !bad.has(index));
  };
  return { collectives: good('collectives'), entities: good('entities') };
}
