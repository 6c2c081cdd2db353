import { z } from './zod.ts';
import { Uuid, optional } from './primitives.ts';

/**
 * A group of Entities, of type Fleet, SolarFarm or VirtualPowerPlant; newer deployments add types, which
 * are kept as strings. The interface returns it only when a member is removed. Spec, "Collective".
 */
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
