import { DIRECTORY_FIELDS } from '../../contract/console/choices.ts';
import type { DirectoryField } from '../../contract/console/directory-changes.ts';
import { ARCHIVED, type StoredRecord } from './record.ts';

/** A source's statement about a record; null or absent fields are not stated. */
export interface Statement extends Partial<Record<DirectoryField, string | null>> {
  id: string;
}

/** Who states something, and when. */
export interface Author {
  /** See `Known` in the store's schema. */
  source: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A value that a statement replaces; empty texts are no value. */
export interface Replaced {
  field: DirectoryField;
  ours: string;
  theirs: string;
}

/** A record with nothing known but its id. */
const NOTHING = {
  name: null,
  type: null,
  brand: null,
  owner: null,
  place: null,
  note: null,
  tags: null,
  edited: 0,
  archived: 0,
  refused: false,
} as const;

const ofOperator = (source: string) => source === 'typed' || source === 'import';

/** A file and a world claim the records that they state, but a world none of an operator's; answers claim none. */
function sourceAfter(old: StoredRecord, { source }: Author): string {
  if (source === 'import') return source;
  return source.startsWith('world:') && !ofOperator(old.source) ? source : old.source;
}

/**
 * Merges a record with a statement: the last writer wins. Only what the Service or a world says never replaces
 * a value of a record that an operator wrote: it fills what is empty.
 * @param old null if the record is not known
 * @returns the record afterwards, and which of its values change
 */
export function merge(
  old: StoredRecord | null,
  { id, ...said }: Statement,
  author: Author,
): { record: StoredRecord; replaced: Replaced[] } {
  const { source, now } = author;
  const base = old ?? { ...NOTHING, id, source, known_at: now };
  const isKept = !ofOperator(source) && (base.edited === 1 || ofOperator(base.source));
  const record: StoredRecord = {
    ...base,
    source: sourceAfter(base, author),
    known_at: now,
    archived: base.archived & ARCHIVED,
  };
  const replaced: Replaced[] = [];
  for (const field of DIRECTORY_FIELDS) {
    const [ours, theirs] = [base[field], said[field] ?? null];
    if (theirs === null || theirs === ours || (isKept && ours !== null)) continue;
    record[field] = theirs;
    replaced.push({ field, ours: ours ?? '', theirs });
  }
  return { record, replaced };
}
