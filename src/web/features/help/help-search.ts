import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** URL state of the help page; a heading is the fragment. */
export const HelpSearch = address({
  /** The guide that is open. */
  guide: z.enum(['screens', 'dispatch', 'reports', 'glossary']),
  /** The page that is to be explained. */
  from: z.string().max(200),
});
export type HelpSearch = z.infer<typeof HelpSearch>;
