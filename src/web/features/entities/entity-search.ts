import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { SESSION_RANGES } from '../../../domain/session-range.ts';

/** Periods of an Entity's Commands, by trigger time. */
export const COMMAND_RANGES = ['around', '24h', '7d', 'ahead', 'all', 'custom'] as const;
export type CommandRangeName = (typeof COMMAND_RANGES)[number];

/** Rows per page of the table of sessions. */
export const PAGE_SIZES = [25, 50, 100] as const;

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

const DateText = z.iso.date().optional().catch(undefined);
const Id = Uuid.optional().catch(undefined);

/** URL state of an Entity's page: the tab, and its selections. */
export const EntitySearch = z.object({
  tab: z
    .preprocess((name) => FORMER_TABS.get(name) ?? name, z.enum(ENTITY_TABS))
    .optional()
    .catch(undefined),
  range: z.enum(SESSION_RANGES).optional().catch(undefined),
  from: DateText,
  to: DateText,
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  commands: z.enum(COMMAND_RANGES).optional().catch(undefined),
  commandsFrom: DateText,
  commandsTo: DateText,
  status: z.string().max(100).optional().catch(undefined),
  type: z.string().max(100).optional().catch(undefined),
  size: z.coerce.number().pipe(z.literal(PAGE_SIZES)).optional().catch(undefined),
  grain: z.enum(GRAINS).optional().catch(undefined),
  /** Whether only anomalous sessions are listed. */
  odd: z.enum(['1', 'doubtful']).optional().catch(undefined),
  /** The session whose details are shown. */
  session: Id,
  /** The place selected in list and map. */
  location: Id,
});
export type EntitySearch = z.infer<typeof EntitySearch>;
