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

const LANDING = '/';
/** Only used to normalise paths; never requested. */
const BASE = 'http://console.invalid';

/**
 * The page after sign-in: a path of this console, never another site. @param wanted from the URL
 * @returns the path with its query, or the landing page if it is not such a path
 */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return LANDING;
  let url: URL;
  try {
    url = new URL(wanted, BASE);
  } catch {
    return LANDING;
  }
  if (url.origin !== BASE || url.pathname.startsWith('//')) return LANDING;
  if (url.pathname === '/' || url.pathname.startsWith('/sign-in')) return LANDING;
  return url.pathname + url.search + url.hash;
}
