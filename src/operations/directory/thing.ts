import { z } from '../../contract/zod.ts';
import { DIRECTORY_FIELDS } from '../../contract/console/choices.ts';
import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { searchText, sortKey } from '../../store/sort-columns.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectiveRow, EntityRow } from '../../store/schema/directory-schema.ts';

/** The authority of a value: an operator's, an imported file's, or a fact of a world or of the Service. */
export type Origin = 'fact' | 'import' | 'typed';

const Origins = z.partialRecord(z.enum(DIRECTORY_FIELDS), z.enum(['fact', 'import', 'typed']));
type Origins = z.infer<typeof Origins>;

/** A Collective or an Entity as the directory stores it. */
export interface Thing {
  kind: DirectoryKind;
  id: string;
  /** Tags are a JSON array, or null if there are none. */
  fields: Record<DirectoryField, string | null>;
  origins: Origins;
  source: string;
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
  return { kind, id, fields, origins: {}, source: '', knownAt: 0, archived: 0 };
}

/** The authority of a field. */
export function originOf(thing: Thing, field: DirectoryField): Origin {
  const origin = thing.origins[field];
  if (origin !== undefined) return origin;
  return thing.source === 'typed' || thing.source === 'import' ? thing.source : 'fact';
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

function common({ id, fields, origins, source, knownAt, archived }: Thing) {
  const tags = tagsOf(fields.tags);
  return {
    id,
    type: fields.type,
    place: fields.place,
    note: fields.note,
    tags: fields.tags ?? '[]',
    origins: JSON.stringify(origins),
    source,
    known_at: knownAt,
    archived,
    search: searchText({ ...fields, tags }),
  };
}

/** Reachability columns of an id; writing a record does not touch them. */
const HEALTH = { unreachable_status: null, unreachable_at: null } as const;

/** A Collective's row. Without a name, its id is its name. */
export function collectiveRow(thing: Thing): CollectiveRow {
  const { name, owner } = thing.fields;
  return {
    ...common(thing),
    ...HEALTH,
    name: name ?? `Collective ${thing.id.slice(0, 8)}`,
    owner,
  };
}

/** An Entity's row. */
export function entityRow(thing: Thing): EntityRow & { placed: number } {
  const { name, type, brand, place } = thing.fields;
  return {
    ...common(thing),
    ...HEALTH,
    offboarded_at: null,
    name,
    brand,
    sort_name: sortKey(name),
    sort_type: sortKey(type),
    sort_brand: sortKey(brand),
    sort_place: sortKey(place),
    placed: place === null ? 0 : 1,
  };
}

function fromCommon(
  kind: DirectoryKind,
  row: CollectiveRow | EntityRow,
): Omit<Thing, 'fields'> & Record<'shared', Pick<Thing['fields'], 'place' | 'note' | 'tags'>> {
  return {
    kind,
    id: row.id,
    shared: { place: row.place, note: row.note, tags: tagsText(tagsOf(row.tags)) },
    origins: row.origins === '{}' ? {} : fromJson(Origins, row.origins),
    source: row.source,
    knownAt: row.known_at,
    archived: row.archived,
  };
}

/** The record of a Collective's row. */
export function collectiveThing(row: CollectiveRow): Thing {
  const { shared, ...rest } = fromCommon('collective', row);
  const { name, type, owner } = row;
  return { ...rest, fields: { ...shared, name, type, owner, brand: null } };
}

/** The record of an Entity's row. */
export function entityThing(row: EntityRow): Thing {
  const { shared, ...rest } = fromCommon('entity', row);
  const { name, type, brand } = row;
  return { ...rest, fields: { ...shared, name, type, brand, owner: null } };
}
