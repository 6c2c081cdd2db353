import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { ARCHIVED, type Thing } from './thing.ts';

/** A source's statement about a record; null or absent fields are not stated. */
export interface Statement {
  kind: DirectoryKind;
  id: string;
  fields: Partial<Record<DirectoryField, string | null>>;
}

/** Who states something, and when. */
export interface Author {
  /** See `Known` in the store's schema. */
  source: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A value of a known record and the one that replaces it. */
export interface Difference {
  kind: DirectoryKind;
  id: string;
  name: string | null;
  field: DirectoryField;
  /** Empty if there was no value. */
  ours: string;
  theirs: string;
}

/** A record with nothing known but its id. */
function blank(kind: DirectoryKind, id: string, { source }: Author): Thing {
  const none = { name: null, type: null, brand: null, owner: null, place: null };
  const fields = { ...none, note: null, tags: null };
  return { kind, id, fields, source, edited: 0, knownAt: 0, archived: 0 };
}

const ofOperator = (source: string) => source === 'typed' || source === 'import';

/** A file and a world claim the records that they state, but a world none of an operator's; answers claim none. */
function sourceAfter(old: Thing, { source }: Author): string {
  if (source === 'import') return source;
  return source.startsWith('world:') && !ofOperator(old.source) ? source : old.source;
}

/**
 * Merges a record with a statement: the last writer wins. Only what the Service or a world says never replaces
 * a value of a record that an operator wrote: it fills what is empty.
 * @param old null if the record is not known
 * @returns the record to write, and the values of a known one that change
 */
export function merge(
  old: Thing | null,
  { kind, id, fields }: Statement,
  author: Author,
): { thing: Thing; changes: Difference[] } {
  const base = old ?? blank(kind, id, author);
  const isKept = !ofOperator(author.source) && (base.edited === 1 || ofOperator(base.source));
  const thing: Thing = {
    ...base,
    fields: { ...base.fields },
    source: sourceAfter(base, author),
    knownAt: author.now,
    archived: base.archived & ARCHIVED,
  };
  const changes: Difference[] = [];
  for (const field of keysOf(base.fields)) {
    const [ours, said] = [base.fields[field], fields[field] ?? null];
    if (said === null || said === ours || (isKept && ours !== null)) continue;
    thing.fields[field] = said;
    if (old !== null) {
      changes.push({ kind, id, name: old.fields.name, field, ours: ours ?? '', theirs: said });
    }
  }
  return { thing, changes };
}
