import { z } from '../zod.ts';

const Count = z.int().nonnegative();

/** Sessions in the period of an energy sum that are not in the sum. */
export const LeftOut = z.object({
  /** With energy in another unit. */
  otherUnits: Count,
  /** Without energy, or with an amount that is too large to be added. */
  withoutEnergy: Count,
});
export type LeftOut = z.infer<typeof LeftOut>;
