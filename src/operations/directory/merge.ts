import type { DirectoryField, DirectoryKind } from '../../contract/console/directory-changes.ts';
import { keysOf } from '../../lib/objects.ts';
import { ARCHIVED, blankThing, originOf, type Origin, type Thing } from './thing.ts';

/** What somebody says of a thing; a field that is null or absent is not spoken of. */
export interface Told {
  kind: DirectoryKind;
  id: string;
  fields: Partial<Record<DirectoryField, string | null>>;
}

/** Who says it: whose word it is, and from where. */
export interface Teller {
  origin: Origin;
  /** See `Known` in the store's schema. */
  source: string;
  /** Whether things that it speaks of count as brought by it from then on. */
  claims: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A value of the directory and the one that speaks against it. */
export interface Difference {
  kind: DirectoryKind;
  id: string;
  name: string | null;
  field: DirectoryField;
  ours: string;
  theirs: string;
}

/** What is to be written, and what was not overwritten. */
export interface Merged {
  thing: Thing;
  isNew: boolean;
  changes: Difference[];
  conflicts: Difference[];
}

const RANKS: Readonly<Record<Origin, number>> = { fact: 1, import: 2, typed: 3 };

const ROWS_OF_OPERATORS: ReadonlySet<string> = new Set(['typed', 'import']);

/** A row that an operator brought stays the operator's, also when a world brings it too. */
function sourceAfter(old: Thing, teller: Teller): string {
  const byOperator = ROWS_OF_OPERATORS.has(old.source) && teller.origin === 'fact';
  return teller.claims && !byOperator ? teller.source : old.source;
}

/**
 * Joins what is known of a thing with what somebody says of it. Newer words of the same or a higher
 * rank (typed, imported, fact) replace older ones; a word of a lower rank never does: it becomes a
 * conflict, for an operator to decide.
 * @param old null where the thing is not known
 */
export function merge(old: Thing | null, told: Told, teller: Teller): Merged {
  const isNew = old === null;
  const base = old ?? { ...blankThing(told.kind, told.id), source: teller.source };
  const source = sourceAfter(base, teller);
  const thing: Thing = {
    ...base,
    fields: { ...base.fields },
    origins: { ...base.origins },
    source,
    knownAt: teller.now,
    archived: base.archived & ARCHIVED,
  };
  const changes: Difference[] = [];
  const conflicts: Difference[] = [];
  for (const field of keysOf(base.fields)) {
    const before = base.fields[field];
    const said = told.fields[field] ?? null;
    const had = originOf(base, field);
    let origin = had;
    if (said !== null && (before === null || RANKS[teller.origin] >= RANKS[had])) {
      origin = teller.origin;
      thing.fields[field] = said;
    }
    delete thing.origins[field];
    if (thing.fields[field] !== null && originOf(thing, field) !== origin) {
      thing.origins[field] = origin;
    }
    if (before === null || said === null || before === said) continue;
    const difference = { kind: told.kind, id: told.id, field, ours: before, theirs: said };
    const list = thing.fields[field] === said ? changes : conflicts;
    list.push({ ...difference, name: base.fields.name });
  }
  return { thing, isNew, changes, conflicts };
}

/** Whether a merge leaves every field as it was. */
export function isUnchanged({ thing, isNew }: Merged, old: Thing | null): boolean {
  if (isNew || old === null) return false;
  return keysOf(thing.fields).every((field) => thing.fields[field] === old.fields[field]);
}
