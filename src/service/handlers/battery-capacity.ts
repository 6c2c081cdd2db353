import type { Handler } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import { entityFor } from '../store/access.ts';
import { BATTERY_CAPACITY_MAX } from '../worlds/world-schema.ts';

/** Battery capacity of an Entity, null if none is set. Spec, "Battery capacity". */
export const getBatteryCapacity: Handler<'getBatteryCapacity'> = async (call) => {
  const entity = await entityFor(call.parts.store, call.caller, call.params.entityId);
  return { batteryCapacity: entity.battery_capacity };
};

/** Sets the capacity. Spec, "Battery capacity". */
export const setBatteryCapacity: Handler<'setBatteryCapacity'> = async (call) => {
  const { store } = call.parts;
  const { batteryCapacity } = call.body;
  const entity = await entityFor(store, call.caller, call.params.entityId);
  if (!(batteryCapacity > 0 && batteryCapacity <= BATTERY_CAPACITY_MAX)) {
    throw new ServiceFailure(
      'invalidBody',
      `batteryCapacity: must be above 0 and at most ${BATTERY_CAPACITY_MAX}, not ${batteryCapacity}.`,
    );
  }
  await store
    .updateTable('entity')
    .set({ battery_capacity: batteryCapacity })
    .where('id', '=', entity.id)
    .execute();
  return { batteryCapacity };
};
