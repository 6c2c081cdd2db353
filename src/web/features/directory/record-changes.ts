import {
  CollectiveEdit,
  EntityEdit,
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { call } from '../../api/client.ts';
import { mutationOf } from '../../api/query.ts';

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
