import { z } from './zod.ts';
import { Uuid, optional } from './primitives.ts';

/** Known types of Collectives; newer deployments add some, which are kept as strings. Spec, "Collective". */
export const COLLECTIVE_TYPES = ['Fleet', 'SolarFarm', 'VirtualPowerPlant'] as const;

/** A group of Entities. The interface returns it only when a member is removed. Spec, "Collective". */
export const Collective = z.object({
  id: Uuid,
  name: optional(z.string()),
  owner: optional(Uuid),
  entities: optional(z.array(Uuid)),
  properties: z.unknown().optional(),
  type: optional(z.string()),
});
export type Collective = z.infer<typeof Collective>;

/** A person with access to a Collective. Spec, "Collective member". */
export const Member = z.object({
  id: Uuid,
  name: optional(z.string()),
  emailAddress: optional(z.string()),
});
export type Member = z.infer<typeof Member>;
