import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** Search parameters of the sign-in page. */
export const SignInSearch = address({
  returnTo: z.string().max(2000),
  /** Why one is here: `ended`, the session was over. */
  why: z.literal('ended'),
  /** Set after a sign-out that could not be stored. */
  unstored: z.literal('1'),
});
export type SignInSearch = z.infer<typeof SignInSearch>;
