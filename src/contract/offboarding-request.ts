import { z } from './zod.ts';
import { Uuid, optional } from './primitives.ts';

/** Offboarding states. Public facts, "Other"; the specification shows Pending and Canceled. */
export const OFFBOARDING_STATUSES = ['Canceled', 'Failed', 'Pending', 'Succeeded'] as const;

/** A request of `principalId` to remove Entity `data.id`. Spec, "Offboarding Request". */
export const OffboardingRequest = z.object({
  id: Uuid,
  principalId: optional(Uuid),
  status: optional(z.string()),
  data: optional(
    z.object({
      id: optional(Uuid),
      components: optional(z.array(Uuid)),
    }),
  ),
});
export type OffboardingRequest = z.infer<typeof OffboardingRequest>;

export const OffboardingCreation = z.object({ entityId: Uuid });
export type OffboardingCreation = z.infer<typeof OffboardingCreation>;
