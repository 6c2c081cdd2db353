import { z } from '../../../contract/zod.ts';
import { keysOf } from '../../../lib/objects.ts';
import { address } from '../../components/list/address.ts';

/** The guides for operators, as in `docs/`. That of the settings stays out: names of secrets are in no file of the page. */
export const GUIDES = {
  screens: 'What is on screen',
  dispatch: 'A dispatch',
  reports: 'A report',
  glossary: 'Words',
} as const;
export type Guide = keyof typeof GUIDES;

/** The name of a guide in a link, or null. */
export const GuideName = z.enum(keysOf(GUIDES)).nullable().catch(null);

/** URL state of the help page; a heading is the fragment. */
export const HelpSearch = address({
  /** The guide that is open. */
  guide: z.enum(keysOf(GUIDES)),
  /** The page that is to be explained. */
  from: z.string().max(200),
});
export type HelpSearch = z.infer<typeof HelpSearch>;
