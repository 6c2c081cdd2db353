import { z } from '../zod.ts';

export const Count = z.int().nonnegative();

/** Commands by derived status. */
export const VerdictCounts = z.record(z.string(), Count);

/** Coverage: how many are known, of how many in total. */
export const KnownOf = z.object({ known: Count, of: Count });
export type KnownOf = z.infer<typeof KnownOf>;
