import { FigureSearch, SessionFilter } from '../../../contract/console/report-definition.ts';
import { FIGURE_ORDERS } from '../../../contract/console/report-figures.ts';
import { z } from '../../../contract/zod.ts';
import { address, PageNumber } from '../../components/list/address.ts';

/** The address of a report's page: what it is of, and what is chosen on its tabs. */
export const ReportSearch = address({
  ...FigureSearch.shape,
  ...SessionFilter.shape,
  /** The order of the groups, and their page. */
  order: z.enum(FIGURE_ORDERS),
  direction: z.enum(['up', 'down']),
  page: PageNumber,
  /** The energy unit of the chart; absent: that of most sessions. */
  unit: z.string().max(60),
  /** Statements of Collectives; absent: of Entities. */
  of: z.literal('collective'),
  /** What of the report an address says in a way that cannot be read: nothing else is shown in its place. */
  unread: z.string().max(200),
  /** The Entity and the session whose details are shown, separated by a dot. */
  session: z.string().max(80),
});
export type ReportSearch = z.infer<typeof ReportSearch>;

/** What a part of the page is given. */
export interface ReportPartProps {
  search: ReportSearch;
  onSearch: (change: Partial<ReportSearch>) => void;
}

const DEFINES = FigureSearch.keyof().options;
const FILTERS = SessionFilter.keyof().options;
export type SessionsSearch = Pick<ReportSearch, (typeof FILTERS)[number]>;

/** Reads an address. What cannot be read of what the report is of is named, not left out as in other addresses. */
export function readReportSearch(given: Readonly<Record<string, unknown>>): ReportSearch {
  const wrong = DEFINES.filter((name) => !FigureSearch.shape[name].safeParse(given[name]).success);
  const unread = wrong.length === 0 ? {} : { unread: wrong.join(', ') };
  return ReportSearch.parse({ ...given, ...unread });
}

/** What the report is of, as the server is asked for it. */
export function figureSearchOf(search: ReportSearch): FigureSearch {
  return FigureSearch.parse(Object.fromEntries(DEFINES.map((name) => [name, search[name]])));
}

/** No filter of the sessions. */
const ALL_FILTERS: SessionsSearch = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** The address of the sessions of a report that a filter asks for. */
export const sessionsAt = (search: ReportSearch, filter: SessionsSearch): ReportSearch => ({
  ...search,
  ...ALL_FILTERS,
  ...filter,
  session: undefined,
});

/** The filter of the sessions, as the server is asked for it. */
export const sessionFilterOf = (search: SessionsSearch): SessionFilter =>
  SessionFilter.parse(Object.fromEntries(FILTERS.map((name) => [name, search[name]])));

/** Whether the back button undoes a change: of the report, and an opened session; not of order, page and filters. */
export const isReportStep = (change: Partial<ReportSearch>) =>
  DEFINES.some((name) => name in change) || change.session !== undefined;

/** The address of a saved report: its name says everything. */
export const onlySaved = (id: string): Partial<ReportSearch> => ({
  ...Object.fromEntries(DEFINES.map((name) => [name, undefined])),
  saved: id,
  unread: undefined,
  page: undefined,
});
