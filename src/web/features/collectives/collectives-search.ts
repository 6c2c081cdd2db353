import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { SESSION_RANGES } from '../../../domain/session-range.ts';

const Text = z.string().max(200).optional().catch(undefined);

/** The parts of a Collective's page. */
export const COLLECTIVE_TABS = [
  'entities',
  'members',
  'batches',
  'schedule',
  'sessions',
  'map',
] as const;
export type CollectiveTab = (typeof COLLECTIVE_TABS)[number];

/** What a Collective's page keeps in its URL: the tab, filters of its Entities, whether the dispatch dialog is open. */
export const CollectiveSearch = z.object({
  q: Text,
  type: Text,
  dispatch: z.literal('1').optional().catch(undefined),
  tab: z.enum(COLLECTIVE_TABS).optional().catch(undefined),
  /** Of the tab with the map: words, type, colour, view, chosen box. Its own schema reads them. */
  place: Text,
  kind: Text,
  colour: Text,
  at: Text,
  box: Text,
  odd: Text,
  /** Of the tab with the charge sessions: the period, and what the chart gathers by. */
  range: z.enum(SESSION_RANGES).optional().catch(undefined),
  first: z.iso.date().optional().catch(undefined),
  last: z.iso.date().optional().catch(undefined),
  grain: z.enum(['day', 'week', 'month']).optional().catch(undefined),
  /** With the dialog: the batch that is sent again, and linked. */
  previous: Uuid.optional().catch(undefined),
  /** With the dialog: a batch that only fills in the form. */
  from: Uuid.optional().catch(undefined),
});
export type CollectiveSearch = z.infer<typeof CollectiveSearch>;
