import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** The parts of a Collective's page. */
export const COLLECTIVE_TABS = ['entities', 'members', 'batches', 'schedule'] as const;
export type CollectiveTab = (typeof COLLECTIVE_TABS)[number];

/** What a Collective's page keeps in its URL: the tab, filters of its Entities, whether the dispatch dialog is open. */
export const CollectiveSearch = z.object({
  q: Text,
  type: Text,
  dispatch: z.literal('1').optional().catch(undefined),
  tab: z.enum(COLLECTIVE_TABS).optional().catch(undefined),
  /** With the dialog: the batch that is sent again, and linked. */
  previous: Uuid.optional().catch(undefined),
  /** With the dialog: a batch that only fills in the form. */
  from: Uuid.optional().catch(undefined),
});
export type CollectiveSearch = z.infer<typeof CollectiveSearch>;
