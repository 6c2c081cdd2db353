import { EXCLUSIONS, SessionFilterFinding } from '../../../contract/console/report-exceptions.ts';
import { GROUP_ORDERS, GROUPINGS } from '../../../contract/console/choices.ts';
import type { ReportSessionFilter } from '../../../contract/console/report-result.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** The parts of a run's page. */
const RUN_TABS = ['result', 'sessions', 'exceptions'] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** Grain of energy over time, and stacking of its bars. */
export const GRAINS = ['hour', 'day', 'week', 'month'] as const;
export const STACKS = ['entity', 'collective', 'location', 'address'] as const;

/** Fields that a session can lack; an address cannot hold an empty text. */
const WITHOUT = ['collectives', 'location', 'address'] as const;

const LongText = z.string().max(4000);
const whole = (from: number, to: number) => z.coerce.number().int().min(from).max(to);

/** What narrows the list of sessions. */
const FILTERS = {
  entity: Uuid,
  collectives: LongText,
  location: Uuid,
  address: LongText,
  without: z.enum(WITHOUT),
  from: z.iso.date(),
  to: z.iso.date(),
  hour: whole(0, 23),
  weekday: whole(1, 7),
  finding: SessionFilterFinding,
  excluded: z.enum([...EXCLUSIONS, 'none']),
};
const Filters = address(FILTERS);
export type SessionsSearch = z.infer<typeof Filters>;

/** URL state of a run's page: the tab, and its selections. */
export const RunSearch = address({
  tab: z.enum(RUN_TABS),
  /** The grouping; absent: as in the definition. */
  by: z.enum(GROUPINGS),
  order: z.enum(GROUP_ORDERS),
  direction: z.enum(['up', 'down']),
  grain: z.enum(GRAINS),
  stack: z.enum(STACKS),
  /** The energy unit drawn; absent: that of most sessions. */
  unit: z.string().max(60),
  ...FILTERS,
  /** The session whose details are shown. */
  session: Uuid,
});
export type RunSearch = z.infer<typeof RunSearch>;

/** No filters of the list of sessions, and no open session. */
export const ALL_SESSIONS: SessionsSearch & { session: undefined } = {
  ...Filters.parse(Object.fromEntries(Object.keys(FILTERS).map((name) => [name, undefined]))),
  session: undefined,
};

/** Only sessions in the totals. */
export const COUNTED_SESSIONS = { ...ALL_SESSIONS, excluded: 'none' } as const;

/** Those of them whose energy is in doubt. */
export const DOUBTFUL_SESSIONS = { ...COUNTED_SESSIONS, finding: 'doubtful' } as const;

/** What opens a tab: the sessions start with counted ones, unless they are already filtered. */
export function openTab(tab: RunTab, search: RunSearch): Partial<RunSearch> {
  const filtered = Object.keys(sessionFilterOf(search)).length > 0;
  const opened = { tab: tab === 'result' ? undefined : tab };
  return tab === 'sessions' && !filtered ? { ...opened, ...COUNTED_SESSIONS } : opened;
}

/** The same as parameters of the server. */
export function sessionFilterOf(search: SessionsSearch): ReportSessionFilter {
  const { entity, from, to, hour, weekday, finding, excluded, without } = search;
  const { collectives, location } = search;
  const filter = {
    entity,
    collectives: without === 'collectives' ? '' : collectives,
    location: without === 'location' ? '' : location,
    address: without === 'address' ? '' : search.address,
    from,
    to,
    hour,
    weekday,
    finding,
    excluded,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The current tab. */
export function tabOf({ tab }: Pick<RunSearch, 'tab'>): RunTab {
  return tab ?? 'result';
}
