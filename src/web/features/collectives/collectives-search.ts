import { z } from '../../../contract/zod.ts';
import { address, Day, PageNumber, Text } from '../../components/list/address.ts';
import { SESSION_RANGES } from '../../../domain/session-range.ts';

/** The parts of a Collective's page. */
export const COLLECTIVE_TABS = [
  'overview',
  'entities',
  'members',
  'batches',
  'schedule',
  'sessions',
  'map',
] as const;
export type CollectiveTab = (typeof COLLECTIVE_TABS)[number];

/** The tab of an address that names none: a search or a type belongs to the Entities. */
export function tabOf({
  tab,
  q,
  type,
}: Pick<CollectiveSearch, 'tab' | 'q' | 'type'>): CollectiveTab {
  return tab ?? (q === undefined && type === undefined ? 'overview' : 'entities');
}

/** URL state of a Collective's page: tab, filters and order of its Entities. */
export const CollectiveSearch = address({
  q: Text,
  type: Text,
  sort: Text,
  order: Text,
  tab: z.enum(COLLECTIVE_TABS),
  /** State of the map tab: search, type, colour, view. Its own schema parses it. */
  place: Text,
  kind: Text,
  colour: Text,
  at: Text,
  odd: Text,
  /** State of the tab with the charge sessions: the period, the grain of the chart, the page of the table. */
  range: z.enum(SESSION_RANGES),
  first: Day,
  last: Day,
  grain: z.enum(['day', 'week', 'month']),
  page: PageNumber,
});
export type CollectiveSearch = z.infer<typeof CollectiveSearch>;
