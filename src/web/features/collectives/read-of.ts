import type { FleetResource } from '../../../contract/console/choices.ts';
import type { KnownOf } from '../../../contract/console/counts.ts';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';

/** For how many Entities a resource was read at least once. */
export function readOf({ known }: Pick<FleetCollective, 'known'>, resource: FleetResource): number {
  return known.find((each) => each.resource === resource)?.read ?? 0;
}

/** For how many Entities of a Collective the Commands were read. */
export const commandsReadOf = (overview: FleetCollective): KnownOf => ({
  known: readOf(overview, 'commands'),
  of: overview.entities,
});
