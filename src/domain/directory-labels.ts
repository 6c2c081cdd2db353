import { z } from '../contract/zod.ts';
import { tagsCell } from './tags-cell.ts';

const TAGS = z.array(z.string());

/** Sources of directory data, worded to follow "known from". */
const SOURCES: Readonly<Record<string, string>> = {
  typed: 'an operator',
  import: 'an imported file',
  'answer:delete-member': 'an answer to removing a member',
  batch: 'a batch',
  offboarding: 'an offboarding request',
};

/** The label of a source; an unknown kind is its own label. */
export function sourceLabel(source: string): string {
  if (source.startsWith('world:')) return 'the embedded service';
  return Object.hasOwn(SOURCES, source) ? (SOURCES[source] ?? source) : source;
}

const FIELDS: Readonly<Record<string, string>> = {
  id: 'Id',
  name: 'Name',
  type: 'Type',
  brand: 'Brand',
  owner: 'Owner',
  place: 'Place',
  note: 'Note',
  tags: 'Tags',
  collectives: 'Collectives',
  entities: 'Entities',
};

/** The label of a record's field. */
export function fieldLabel(field: string): string {
  return Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? field) : field;
}

/** The value of a field as people read it; tags are stored as a JSON array. */
export function fieldValueLabel(field: string, value: string): string {
  return field === 'tags' && value !== '' ? tagsCell(TAGS.parse(JSON.parse(value))) : value;
}

/** Why an id cannot be reached, from the status of the Service's refusal. */
export function unreachableMessage(status: number): string {
  const why =
    status === 403 ? 'refused (403)' : status === 404 ? 'not found (404)' : String(status);
  return `Not reachable with our credentials: ${why}`;
}
