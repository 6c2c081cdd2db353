import type { KnownOf } from '../../../contract/console/counts.ts';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';

/** Of how many Entities of a Collective the Commands were read. */
export function commandsReadOf({ known, entities }: FleetCollective): KnownOf {
  const read = known.find(({ resource }) => resource === 'commands')?.read ?? 0;
  return { known: read, of: entities };
}
