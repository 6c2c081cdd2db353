import type { Feature } from '../../contract/feature.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { NEEDS_CAPACITY } from '../catalogue.ts';
import type { Handler } from '../call.ts';
import { charges } from '../devices/behaviours.ts';
import { ServiceFailure } from '../errors.ts';
import { entityFor } from '../store/access.ts';
import type { Store } from '../store/store.ts';

/** All features of an Entity. Every Entity has CaptureChargeSessions, on or off. */
async function featuresOf(store: Store, entityId: string): Promise<Feature[]> {
  const rows = await store
    .selectFrom('feature')
    .select(['feature', 'enabled'])
    .where('entity_id', '=', entityId)
    .orderBy('position')
    .execute();
  const features = rows.map((row) => ({ feature: row.feature, isEnabled: row.enabled === 1 }));
  return features.some(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS)
    ? features
    : [...features, { feature: CAPTURE_CHARGE_SESSIONS, isEnabled: false }];
}

/** Lists the features of an Entity: a bare array, not a page. Spec, "Features". */
export const listFeatures: Handler<'listFeatures'> = async (call) => {
  await entityFor(call.parts.store, call.caller, call.params.entityId);
  return featuresOf(call.parts.store, call.params.entityId);
};

type EntityRow = Awaited<ReturnType<typeof entityFor>>;

/** Why sessions of an Entity cannot be captured, or null. Public facts, "Charge sessions". */
function captureObstacle(entity: EntityRow): string | null {
  if (!charges(entity.type)) {
    return `An Entity of the type ${entity.type} has no charge sessions that could be captured.`;
  }
  if (
    entity.brand !== null &&
    NEEDS_CAPACITY.has(entity.brand) &&
    entity.battery_capacity === null
  ) {
    return `For the brand ${entity.brand} the battery capacity must be set first.`;
  }
  return null;
}

/** Turns a feature on or off. Spec, "Features". */
export const changeFeature: Handler<'changeFeature'> = async (call) => {
  const { store } = call.parts;
  const { feature, enabled } = call.body;
  const entity = await entityFor(store, call.caller, call.params.entityId);
  const known = await featuresOf(store, entity.id);
  if (!known.some((row) => row.feature === feature)) {
    throw new ServiceFailure(
      'invalidBody',
      `feature: the Entity has no feature ${feature}; it has ${known.map((row) => row.feature).join(', ')}.`,
    );
  }
  const obstacle = enabled && feature === CAPTURE_CHARGE_SESSIONS ? captureObstacle(entity) : null;
  if (obstacle !== null) throw new ServiceFailure('notCompatible', `feature: ${obstacle}`);
  const flag = enabled ? 1 : 0;
  await store
    .insertInto('feature')
    .values({ entity_id: entity.id, feature, enabled: flag })
    .onConflict((conflict) =>
      conflict.columns(['entity_id', 'feature']).doUpdateSet({ enabled: flag }),
    )
    .execute();
  return featuresOf(store, entity.id);
};
