import { z } from '../../../contract/zod.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** The parts of a Collective's page. */
const COLLECTIVE_TABS = ['entities', 'members'] as const;

/** What a Collective's page keeps in its URL: the tab, filters of its Entities, whether the dispatch dialog is open. */
export const CollectiveSearch = z.object({
  q: Text,
  type: Text,
  dispatch: z.literal('1').optional().catch(undefined),
  tab: z.enum(COLLECTIVE_TABS).optional().catch(undefined),
});
export type CollectiveSearch = z.infer<typeof CollectiveSearch>;
