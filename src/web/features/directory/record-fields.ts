import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import { keysOf } from '../../../lib/objects.ts';

/** The values of a record's form. */
export interface RecordFields {
  name: string;
  type: string;
  brand: string;
  place: string;
  note: string;
  tags: string;
  collectives: readonly string[];
}

/** The initial values of a record's form. */
export function formOf(record: DirectoryCollectiveRecord | DirectoryEntityRecord): RecordFields {
  return {
    name: record.name ?? '',
    type: record.type ?? '',
    brand: 'brand' in record ? (record.brand ?? '') : '',
    place: record.place ?? '',
    note: record.note ?? '',
    tags: record.tags.join(', '),
    collectives: 'collectives' in record ? record.collectives.map(({ id }) => id) : [],
  };
}

function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The changes of a form as sent; an emptied text is sent as null. */
export function changedFields(before: RecordFields, now: RecordFields): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of keysOf(before)) {
    if (name === 'collectives' || name === 'tags' || before[name] === now[name]) continue;
    const text = now[name].trim();
    changed[name] = text === '' ? null : text;
  }
  if (before.tags !== now.tags) changed['tags'] = tagsOf(now.tags);
  const same =
    before.collectives.length === now.collectives.length &&
    before.collectives.every((id) => now.collectives.includes(id));
  if (!same) changed['collectives'] = now.collectives;
  return changed;
}
