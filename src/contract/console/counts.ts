import { z } from '../zod.ts';

export const Count = z.int().nonnegative();

/** Commands by derived status. */
export const VerdictCounts = z.record(z.string(), Count);

/** How much of something is known: of how many, of how many in all. */
export const KnownOf = z.object({ known: Count, of: Count });
export type KnownOf = z.infer<typeof KnownOf>;
