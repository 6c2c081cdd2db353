import type { WorldDirectory } from '../contract/console/directory-import.ts';
import type { Client } from './client.ts';
import type { Targets } from './fixtures.ts';

/**
 * Ids of a disposable embedded service: everything may be written, and an Entity, a member and a
 * Location removed.
 * @param directory the resources of its organisation
 */
export async function embeddedTargets(directory: WorldDirectory, client: Client): Promise<Targets> {
  const [smallest] = directory.collectives
    .filter(({ entities }) => entities.length > 0)
    .toSorted((a, b) => a.entities.length - b.entities.length);
  const ofType = (type: string) => directory.entities.filter((entity) => entity.type === type);
  const vehicles = ofType('EV');
  const [battery] = ofType('Battery');
  const [meter] = ofType('RetrofitMeter');
  const members =
    smallest === undefined
      ? []
      : (await client.read('listMembers', { params: { collectiveId: smallest.id } })).data;
  const located = vehicles.at(-1)?.id ?? null;
  const locations =
    located === null
      ? []
      : (await client.read('listLocations', { params: { entityId: located } })).data;
  const [location] = locations;
  return {
    entityIds: vehicles.map(({ id }) => id),
    collectiveId: smallest?.id ?? null,
    incompatibleEntityId: battery?.id ?? null,
    foreignEntityId: null,
    foreignCollectiveId: null,
    offboardEntityId: meter?.id ?? null,
    offboardForGood: meter !== undefined,
    removeMemberId: members.at(-1)?.id ?? null,
    deleteLocation:
      located === null || location === undefined
        ? null
        : { entityId: located, locationId: location.id },
  };
}
