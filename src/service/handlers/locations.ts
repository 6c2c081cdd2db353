import type { Location } from '../../contract/location.ts';
import type { Handler } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import { entityFor } from '../store/access.ts';

const COLUMNS = ['position', 'id', 'label', 'latitude', 'longitude'] as const;

function shown(row: Location): Location {
  const { id, label, latitude, longitude } = row;
  return { id, label, latitude, longitude };
}

function missing(locationId: string): ServiceFailure {
  return new ServiceFailure('notFound', `The Entity has no Location with the id ${locationId}.`);
}

/** Places of an Entity. Spec, "Locations". */
export const listLocations: Handler<'listLocations'> = async (call) => {
  const { store, pager } = call.parts;
  await entityFor(store, call.caller, call.params.entityId);
  const list = { path: call.path };
  const request = pager.request(list, call.query);
  const rows = await store
    .selectFrom('location')
    .select(COLUMNS)
    .where('entity_id', '=', call.params.entityId)
    .where('position', '>', request.after?.[0] ?? 0)
    .orderBy('position')
    .limit(request.size + 1)
    .execute();
  return pager.page(list, request, rows, (row) => [row.position, ''], shown);
};

/** One place of an Entity. Spec, "Locations". */
export const getLocation: Handler<'getLocation'> = async (call) => {
  const { store } = call.parts;
  const { entityId, locationId } = call.params;
  await entityFor(store, call.caller, entityId);
  const row = await store
    .selectFrom('location')
    .select(COLUMNS)
    .where('entity_id', '=', entityId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  if (row === undefined) throw missing(locationId);
  return shown(row);
};

/** Deletes a place; past charge sessions keep their match. Spec, "Locations". */
export const deleteLocation: Handler<'deleteLocation'> = async (call) => {
  const { store } = call.parts;
  const { entityId, locationId } = call.params;
  await entityFor(store, call.caller, entityId);
  const { numDeletedRows } = await store
    .deleteFrom('location')
    .where('entity_id', '=', entityId)
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw missing(locationId);
  return null;
};
