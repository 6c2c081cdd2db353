import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import type { DirectoryDraft } from '../../../contract/console/directory-import.ts';
import { readId } from '../../../domain/pasted-ids.ts';
import { readTagsCell } from '../../../domain/tags-cell.ts';
import { findColumn, type ImportTable } from '../../components/table-file.ts';

/** Fields to which a column can be mapped. */
export const TARGETS = {
  entity: ['id', 'name', 'type', 'brand', 'place', 'tags', 'note', 'collectives'],
  collective: ['id', 'name', 'type', 'owner', 'place', 'tags', 'note', 'entities'],
} as const satisfies Record<DirectoryKind, readonly string[]>;

/** Which column each field comes from; a field without one is not imported. */
export type Mapping = Readonly<Partial<Record<string, string>>>;

/** Names that files have for a field, in English and German: letters alone, in lower case. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'uuid', 'entityid', 'collectiveid', 'deviceid', 'kennung', 'gerateid', 'geraeteid'],
  name: ['name', 'title', 'displayname', 'label', 'bezeichnung', 'anzeigename'],
  type: ['type', 'kind', 'entitytype', 'collectivetype', 'typ', 'art', 'geratetyp'],
  brand: ['brand', 'make', 'manufacturer', 'vendor', 'marke', 'hersteller'],
  owner: ['owner', 'ownerid', 'eigentumer', 'besitzer'],
  place: ['place', 'site', 'location', 'address', 'city', 'ort', 'standort', 'adresse', 'stadt'],
  tags: ['tags', 'tag', 'labels', 'schlagworte', 'etiketten'],
  note: ['note', 'notes', 'comment', 'remark', 'description', 'notiz', 'bemerkung', 'kommentar'],
  collectives: ['collectives', 'collective', 'groups', 'group', 'gruppe', 'gruppen', 'kollektiv'],
  entities: ['entities', 'members', 'devices', 'gerate', 'geraete', 'mitglieder'],
};

/** What the rows of a file are, by the columns that only one kind has. */
export function guessKind(columns: readonly string[], otherwise: DirectoryKind): DirectoryKind {
  const has = (target: string) => findColumn(columns, ALIASES[target] ?? []) !== undefined;
  if (has('brand') || has('collectives')) return 'entity';
  return has('entities') || has('owner') ? 'collective' : otherwise;
}

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
const idOf = (text: string) => readId(text) ?? text;

/** A cell parsed for its field, or undefined if it is empty. */
function fieldValue(target: string, cell: string): string | string[] | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  switch (target) {
    case 'tags':
      return readTagsCell(text);
    case 'collectives':
    case 'entities':
      return idsOfCell(text).map(idOf);
    case 'id':
    case 'owner':
      return idOf(text);
    default:
      return text;
  }
}

/** The rows of a table as a directory document; its rows keep their order. */
export function draftOf(kind: DirectoryKind, table: ImportTable, mapping: Mapping): DirectoryDraft {
  const rows = table.rows.map((row) => {
    const mapped: Record<string, unknown> = {};
    for (const target of TARGETS[kind]) {
      const value = fieldValue(target, row[mapping[target] ?? ''] ?? '');
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
