import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { commandLabel } from '../../../domain/command-rules.ts';
import { SESSION_RANGES } from '../../../domain/session-range.ts';
import { Day } from '../../components/list/address.ts';
import { declareList, namedPeriod, openChoice } from '../../components/list/declare-list.ts';

/** Periods of an Entity's Commands, by trigger time; the first is the default. */
const COMMAND_RANGES = {
  around: '30 days back and ahead',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  ahead: 'Upcoming',
  all: 'All time',
} as const;

/** The parts of an Entity's page. */
export const ENTITY_TABS = [
  'overview',
  'sessions',
  'commands',
  'locations',
  'settings',
  'offboarding',
] as const;
export type EntityTab = (typeof ENTITY_TABS)[number];

/** Former tabs in old links, and where their content is now. */
const FORMER_TABS: ReadonlyMap<unknown, EntityTab> = new Map([
  ['features', 'settings'],
  ['battery', 'settings'],
]);

/** Grains of the energy chart. */
export const GRAINS = ['day', 'week', 'month'] as const;

/** The page of an Entity in its address: the tab, and its selections. */
export const ENTITY_PAGE = declareList({
  tab: z.preprocess((name) => FORMER_TABS.get(name) ?? name, z.enum(ENTITY_TABS)),
  range: z.enum(SESSION_RANGES),
  from: Day,
  to: Day,
  commands: namedPeriod('Trigger time', COMMAND_RANGES, {
    from: 'commandsFrom',
    to: 'commandsTo',
  }),
  commandsFrom: Day,
  commandsTo: Day,
  status: openChoice({ label: 'Status', any: 'Any status' }),
  type: openChoice({ label: 'Type', any: 'Any type' }, commandLabel),
  sender: openChoice({ label: 'Sent by', any: 'Any sender', verb: '' }, (sender) => sender),
  grain: z.enum(GRAINS),
  /** Whether only anomalous sessions are listed. */
  odd: z.enum(['1', 'doubtful']),
  /** The session whose details are shown. */
  session: Uuid,
  /** The place selected in list and map. */
  location: Uuid,
});
export const EntitySearch = ENTITY_PAGE.schema;
export type EntitySearch = z.infer<typeof EntitySearch>;
