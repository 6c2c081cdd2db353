import { z } from '../../contract/zod.ts';
import { failure, type Failure } from '../../http/problems.ts';
import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { searchText, sortKey } from '../../store/sort-columns.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectiveRow, EntityRow } from '../../store/schema/directory-schema.ts';

/** A Collective or an Entity as the directory stores it. */
export interface Thing {
  kind: DirectoryKind;
  id: string;
  /** Tags are a JSON array, or null if there are none. */
  fields: Record<DirectoryField, string | null>;
  source: string;
  /** 1: an operator changed it since. */
  edited: number;
  /** Milliseconds since the epoch. */
  knownAt: number;
  /** The bits OTHER_WORLD and ARCHIVED; 0 is listed. */
  archived: number;
}

/** It belongs to a world of the embedded service that is not running. */
export const OTHER_WORLD = 1;
/** An operator archived it. */
export const ARCHIVED = 2;

/** A record with nothing known but its id. */
export function blankThing(kind: DirectoryKind, id: string): Thing {
  const fields = {
    name: null,
    type: null,
    brand: null,
    owner: null,
    place: null,
    note: null,
    tags: null,
  };
  return { kind, id, fields, source: '', edited: 0, knownAt: 0, archived: 0 };
}

/** The kinds in words. */
export const NOUNS: Readonly<Record<DirectoryKind, string>> = {
  collective: 'Collective',
  entity: 'Entity',
};

/** The refusal of an id that the directory does not have. */
export function notInDirectory(kind: DirectoryKind, id: string): Failure {
  return failure(404, 'not_found', `The ${NOUNS[kind]} ${id} is not in the directory.`);
}

const TAGS = z.array(z.string());

/** The tags of a row. */
export function tagsOf(text: string | null): string[] {
  return text === null ? [] : fromJson(TAGS, text);
}

/** The text of tags, or null if there are none. */
export function tagsText(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify(tags);
}

function common({ id, fields, source, edited, knownAt, archived }: Thing) {
  const { type, place, note, tags } = fields;
  return {
    id,
    type,
    place,
    note,
    source,
    edited,
    archived,
    tags: tags ?? '[]',
    known_at: knownAt,
    search: searchText({ ...fields, tags: tagsOf(tags) }),
    // Whether the Service refuses its id: writing a record does not touch these columns.
    unreachable_status: null,
    unreachable_at: null,
  };
}

/** A Collective's row. Without a name, its id is its name. */
export function collectiveRow(thing: Thing): CollectiveRow {
  const { name, owner } = thing.fields;
  return { ...common(thing), name: name ?? `Collective ${thing.id.slice(0, 8)}`, owner };
}

/** An Entity's row. */
export function entityRow(thing: Thing): EntityRow & { placed: number } {
  const { name, type, brand, place } = thing.fields;
  return {
    ...common(thing),
    name,
    brand,
    offboarded_at: null,
    sort_name: sortKey(name),
    sort_type: sortKey(type),
    sort_brand: sortKey(brand),
    sort_place: sortKey(place),
    placed: place === null ? 0 : 1,
  };
}

/** Columns of both tables that make a record. */
export const RECORD_COLUMNS = [
  'id',
  'name',
  'type',
  'place',
  'note',
  'tags',
  'source',
  'edited',
  'known_at',
  'archived',
] as const;

type RecordRow = Pick<CollectiveRow | EntityRow, (typeof RECORD_COLUMNS)[number]> & {
  brand?: string | null;
  owner?: string | null;
};

/** The record of a row. */
export function thingOf(kind: DirectoryKind, row: RecordRow): Thing {
  const { id, name, type, brand = null, owner = null, place, note, source, edited } = row;
  const fields = { name, type, brand, owner, place, note, tags: tagsText(tagsOf(row.tags)) };
  return { kind, id, fields, source, edited, knownAt: row.known_at, archived: row.archived };
}
