import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** What the list of Collectives keeps in its URL: a text filter. */
export const CollectivesSearch = z.object({ q: Text });

/** What a Collective's page keeps in its URL: filters of its Entities, and whether the dispatch dialog is open. */
export const CollectiveSearch = z.object({
  q: Text,
  type: Text,
  dispatch: z.literal('1').optional().catch(undefined),
  /** With the dialog: the batch that is sent again, and linked. */
  previous: Uuid.optional().catch(undefined),
  /** With the dialog: a batch that only fills in the form. */
  from: Uuid.optional().catch(undefined),
});
export type CollectiveSearch = z.infer<typeof CollectiveSearch>;
