import { z } from '../zod.ts';

const Count = z.int().nonnegative();

/** Sessions of the time of a sum of energy that are not in it. */
export const LeftOut = z.object({
  /** With energy in another unit. */
  otherUnits: Count,
  /** Without energy, or with an amount that is too large to be added. */
  withoutEnergy: Count,
});
export type LeftOut = z.infer<typeof LeftOut>;
