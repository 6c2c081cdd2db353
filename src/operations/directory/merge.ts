import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { ARCHIVED, blankThing, originOf, type Origin, type Thing } from './thing.ts';

/** A source's statement about a record; null or absent fields are not stated. */
export interface Statement {
  kind: DirectoryKind;
  id: string;
  fields: Partial<Record<DirectoryField, string | null>>;
}

/** The author of a statement: authority and source. */
export interface Author {
  origin: Origin;
  /** See `Known` in the store's schema. */
  source: string;
  /** Whether stated records count as added by it from then on. */
  claims: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A value of the directory and the one that replaces it. */
export interface Difference {
  kind: DirectoryKind;
  id: string;
  name: string | null;
  field: DirectoryField;
  ours: string;
  theirs: string;
}

/** The record to write, and its changed values. */
export interface Merged {
  thing: Thing;
  isNew: boolean;
  changes: Difference[];
}

const ROWS_OF_OPERATORS: ReadonlySet<string> = new Set(['typed', 'import']);

/** An operator's row stays the operator's, even if a world has it too. */
function sourceAfter(old: Thing, author: Author): string {
  const byOperator = ROWS_OF_OPERATORS.has(old.source) && author.origin === 'fact';
  return author.claims && !byOperator ? author.source : old.source;
}

/**
 * Merges a record with a statement: the last writer wins. Only a fact never replaces what an operator
 * typed or imported.
 * @param old null if the record is not known
 */
export function merge(old: Thing | null, stated: Statement, author: Author): Merged {
  const isNew = old === null;
  const base = old ?? { ...blankThing(stated.kind, stated.id), source: author.source };
  const source = sourceAfter(base, author);
  const thing: Thing = {
    ...base,
    fields: { ...base.fields },
    origins: { ...base.origins },
    source,
    knownAt: author.now,
    archived: base.archived & ARCHIVED,
  };
  const changes: Difference[] = [];
  for (const field of keysOf(base.fields)) {
    const before = base.fields[field];
    const said = stated.fields[field] ?? null;
    const had = originOf(base, field);
    let origin = had;
    if (said !== null && (before === null || author.origin !== 'fact' || had === 'fact')) {
      origin = author.origin;
      thing.fields[field] = said;
    }
    delete thing.origins[field];
    if (thing.fields[field] !== null && originOf(thing, field) !== origin) {
      thing.origins[field] = origin;
    }
    if (isNew || before === said || thing.fields[field] !== said) continue;
    const { kind, id } = stated;
    changes.push({
      kind,
      id,
      name: base.fields.name,
      field,
      ours: before ?? '',
      theirs: said ?? '',
    });
  }
  return { thing, isNew, changes };
}

/** Whether a merge changes no field. */
export function isUnchanged({ thing, isNew }: Merged, old: Thing | null): boolean {
  if (isNew || old === null) return false;
  return keysOf(thing.fields).every((field) => thing.fields[field] === old.fields[field]);
}
