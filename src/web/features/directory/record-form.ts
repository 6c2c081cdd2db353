import type {
  DirectoryCollectiveRecord,
  DirectoryEntityRecord,
} from '../../../contract/console/directory.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import {
  CollectiveEdit,
  EntityEdit,
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { z } from '../../../contract/zod.ts';
import { keysOf } from '../../../lib/objects.ts';
import { call } from '../../api/client.ts';
import { mutationOf } from '../../api/query.ts';

/** What a record's form holds. */
const RecordFields = z.object({
  name: z.string(),
  type: z.string(),
  brand: z.string(),
  place: z.string(),
  note: z.string(),
  tags: z.string(),
  collectives: z.array(z.string()),
});
type RecordFields = z.infer<typeof RecordFields>;

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

function tagsOf(typed: string): string[] {
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The changes of a form as sent; an emptied text is sent as null. */
export function changedFields(before: RecordFields, now: RecordFields): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of keysOf(before)) {
    if (name === 'collectives' || name === 'tags' || before[name] === now[name]) continue;
    const typed = now[name].trim();
    changed[name] = typed === '' ? null : typed;
  }
  if (before.tags !== now.tags) changed['tags'] = tagsOf(now.tags);
  const same =
    before.collectives.length === now.collectives.length &&
    before.collectives.every((id) => now.collectives.includes(id));
  if (!same) changed['collectives'] = now.collectives;
  return changed;
}

/** Checks a form, and makes the change that it asks for. */
export function changeOf(kind: DirectoryKind, before: RecordFields) {
  return RecordFields.transform((now) => changedFields(before, now)).pipe(
    kind === 'collective' ? CollectiveEdit : EntityEdit,
  );
}

/** Adds a Collective or an Entity by its id. */
export const addRecord = (kind: DirectoryKind) =>
  mutationOf(
    (added: object): Promise<unknown> =>
      kind === 'collective'
        ? call(DIRECTORY_CHANGE_ROUTES.addCollective, { body: NewCollective.parse(added) })
        : call(DIRECTORY_CHANGE_ROUTES.addEntity, { body: NewEntity.parse(added) }),
    DIRECTORY_CHANGE_ROUTES.addEntity.touches,
  );

/** Changes the record of a Collective or an Entity; absent fields keep their values. */
export const editRecord = (kind: DirectoryKind, id: string) =>
  mutationOf((edit: object): Promise<unknown> => {
    const params = { id };
    return kind === 'collective'
      ? call(DIRECTORY_CHANGE_ROUTES.editCollective, { params, body: CollectiveEdit.parse(edit) })
      : call(DIRECTORY_CHANGE_ROUTES.editEntity, { params, body: EntityEdit.parse(edit) });
  }, DIRECTORY_CHANGE_ROUTES.editEntity.touches);
