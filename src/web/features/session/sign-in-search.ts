import { ProviderAnswer } from '../../../contract/console/session.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** Search parameters of the sign-in page. */
export const SignInSearch = address({
  returnTo: z.string().max(2000),
  /** Why one is here: `ended`, the session was over. */
  why: z.literal('ended'),
  /** Set after a sign-out that could not be stored. */
  unstored: z.literal('1'),
  /** What the identity provider answers. */
  ...ProviderAnswer.shape,
});
export type SignInSearch = z.infer<typeof SignInSearch>;

const Answer = z.object(ProviderAnswer.shape);

/** What the identity provider answers, or null: one came here otherwise. */
export function answerOf(search: SignInSearch): ProviderAnswer | null {
  return Answer.safeParse(search).data ?? null;
}
