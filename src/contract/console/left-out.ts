import { z } from '../zod.ts';

const Count = z.int().nonnegative();

/** Sessions in the period of an energy sum that are not in it, or in doubt. */
export const LeftOut = z.object({
  /** With energy in another unit. */
  otherUnits: Count,
  /** Without energy, or with an amount that is too large to be added. */
  withoutEnergy: Count,
  /** In the sum as reported, but their energy contradicts itself, another session or what is possible. */
  doubtful: Count,
});
export type LeftOut = z.infer<typeof LeftOut>;
