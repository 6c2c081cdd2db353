import { z } from '../../../contract/zod.ts';

/** Search parameters of the sign-in page. */
export const SignInSearch = z.object({
  returnTo: z.string().max(2000).optional().catch(undefined),
  /** Set after a sign-out that could not be stored. */
  unstored: z.literal('1').optional().catch(undefined),
});
export type SignInSearch = z.infer<typeof SignInSearch>;
