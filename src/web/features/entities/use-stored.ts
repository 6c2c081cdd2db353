import { useQuery } from '@tanstack/react-query';
import type { FleetResource } from '../../../contract/console/choices.ts';
import {
  FLEET_ENTITY_ROUTES,
  type EntityRead,
  type FleetEntity,
} from '../../../contract/console/fleet-entity.ts';
import { query } from '../../api/query.ts';
import { isStored } from '../../components/is-stored.ts';

/** Stored data of an Entity's resource that was read at least once, or in part. */
export interface Stored {
  entity: FleetEntity;
  read: EntityRead;
}

/**
 * Stored data of a resource, shown until the Service answers, or if it does not.
 * @returns null while it is read, and if the resource was never read: that differs from "none"
 */
export function useStored(entityId: string, resource: FleetResource): Stored | null {
  const { data: entity } = useQuery(
    query(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: entityId } }),
  );
  const read = entity?.reads.find((each) => each.resource === resource);
  if (entity === undefined || read === undefined) return null;
  return isStored(read) ? { entity, read } : null;
}
