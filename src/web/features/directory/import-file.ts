import { z } from '../../../contract/zod.ts';
import { DirectoryDraft } from '../../../contract/console/directory.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';

/** A table with named columns, whose columns still have to be mapped. */
export interface ImportTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** A file that was read: a directory document, a table, or why it is neither. */
export type ImportFile = { draft: DirectoryDraft } | { table: ImportTable } | { problem: string };

/** Fields that a column can be mapped to. */
export const TARGETS = {
  entity: ['id', 'name', 'type', 'brand', 'place', 'tags', 'note', 'collectives'],
  collective: ['id', 'name', 'type', 'owner', 'place', 'tags', 'note', 'entities'],
} as const satisfies Record<DirectoryKind, readonly string[]>;

/** Which column each field comes from; a field without one is not imported. */
export type Mapping = Readonly<Partial<Record<string, string>>>;

const Rows = z.array(z.record(z.string(), z.unknown()));

/** Reads a file: JSON (a directory document, or an array of objects) or a CSV table with a header. */
export async function readImportFile(file: Pick<File, 'name' | 'text'>): Promise<ImportFile> {
  const text = await file.text();
  if (/^\s*[[{]/.test(text)) return readJson(file.name, text);
  const { default: papa } = await import('papaparse');
  const parsed = papa.parse<unknown>(text, { header: true, skipEmptyLines: 'greedy' });
  const rows = Rows.safeParse(parsed.data);
  const columns = (parsed.meta.fields ?? []).filter((name) => name.trim() !== '');
  if (!rows.success || columns.length === 0) {
    return {
      problem: `${file.name} is neither JSON nor a table with a header. Nothing was imported.`,
    };
  }
  const [quotes] = parsed.errors.filter((error) => error.type === 'Quotes');
  if (quotes !== undefined) {
    return {
      problem: `${file.name} cannot be read: ${quotes.message}, near row ${(quotes.row ?? 0) + 2}. Nothing was imported.`,
    };
  }
  return { table: { columns, rows: rows.data } };
}

function readJson(name: string, text: string): ImportFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { problem: `${name} is not well-formed JSON. Nothing was imported.` };
  }
  const rows = Rows.safeParse(content);
  if (rows.success) {
    const columns = [...new Set(rows.data.slice(0, 1000).flatMap((row) => Object.keys(row)))];
    return { table: { columns, rows: rows.data } };
  }
  const draft = DirectoryDraft.safeParse(content);
  if (draft.success) return { draft: draft.data };
  return {
    problem: `${name} is not a directory file: it has to hold “collectives” and “entities”, or be an array of objects. Nothing was imported.`,
  };
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

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** A first guess at the mapping, by the names of the columns. */
export function guessMapping(kind: DirectoryKind, columns: readonly string[]): Mapping {
  const mapping: Record<string, string> = {};
  for (const target of TARGETS[kind]) {
    const names = ALIASES[target] ?? [];
    const column = names
      .map((name) => columns.find((each) => plain(each) === name))
      .find((found) => found !== undefined);
    if (column !== undefined) mapping[target] = column;
  }
  return mapping;
}

/** An apostrophe in front of what a spreadsheet would take for a formula is not part of the text. */
function cellText(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  return value.trim().replace(/^'(?=[=+\-@])/, '');
}

function listOf(value: unknown, between: RegExp): unknown {
  if (Array.isArray(value)) return value;
  return cellText(value)
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A cell as the field wants it, or undefined where it is empty. */
function fieldValue(target: string, value: unknown): unknown {
  const isList = target === 'tags' || target === 'collectives' || target === 'entities';
  if (isList) {
    const list = listOf(value, target === 'tags' ? /[,;|]/ : /[\s,;|]+/);
    return Array.isArray(list) && list.length === 0 ? undefined : list;
  }
  const text = cellText(value);
  return text === '' ? undefined : text;
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
