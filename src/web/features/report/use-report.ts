import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULTS, type FigureSearch } from '../../../contract/console/report-definition.ts';
import type { Figures } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ChartGrain } from '../../../domain/instant.ts';
import { DAY_MS, isTimeZone } from '../../../domain/instant.ts';
import {
  definitionOf,
  periodOf,
  type FigureDefinition,
} from '../../../domain/reports/definition.ts';
import type { AnswerBy } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { useNow } from '../../components/use-now.ts';
import { figureSearchOf, type ReportPartProps, type ReportSearch } from './report-search.ts';

/** How often a computation is asked how far it is, in ms; what nobody asks for in three seconds is stopped. */
export const ASK_AGAIN_MS = 700;

/** How often figures are read again while sessions of some Entities were not read, in ms. */
const PARTIAL_AGAIN_MS = 5000;

/** Options of a read that may answer how far it is: it is asked again, and what was shown stays. */
export const SOON = {
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { data?: { state: string } | undefined } }) =>
    state.data?.state === 'computing' ? ASK_AGAIN_MS : false,
} as const;

type Soon<Ready> = { state: 'computing'; done: number; of: number } | Ready;

/** What such a read answered last, and how far it is with the next. */
export function useSoon<Ready extends { state: 'ready' }>(read: {
  data: Soon<Ready> | undefined;
  error: unknown;
  isPlaceholderData: boolean;
}) {
  const [last, setLast] = useState<Ready>();
  const { data } = read;
  const ready = data?.state === 'ready' ? data : undefined;
  if (ready !== undefined && ready !== last) setLast(ready);
  const computing = data?.state === 'computing' ? data : null;
  // What was asked before does not answer for what failed now.
  const isFailed = data === undefined && read.error !== null;
  return {
    ready: ready ?? (isFailed ? undefined : last),
    computing,
    /** Whether what is shown belongs to what was asked before. */
    busy: read.isPlaceholderData || computing !== null,
  };
}

/** More ids do not fit into an address. */
export const ADDRESS_IDS = 200;
const idsIn = ({ collectives, entities }: FigureSearch) =>
  [collectives, entities].reduce((sum, ids) => sum + (ids?.split('.').length ?? 0), 0);

/**
 * The report of an address, with what a saved definition or a sealed report says under it.
 * @param onTooMany called with a change whose Entities do not fit into an address
 */
export function useReport(
  { search, onSearch }: ReportPartProps,
  onTooMany: (change: Partial<FigureSearch>) => void = () => {},
) {
  const definitions = useQuery({
    ...query(REPORT_ROUTES.definitions),
    enabled: search.saved !== undefined,
  });
  const sealed = useQuery(
    query(
      REPORT_ROUTES.sealedReport,
      search.sealed === undefined ? null : { params: { id: search.sealed } },
    ),
  );
  const saved = definitions.data?.definitions.find(({ id }) => id === search.saved) ?? null;
  const base = search.saved === undefined ? (sealed.data ?? null) : saved;
  const { saved: _, sealed: __, ...own } = figureSearchOf(search);
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const whole: FigureSearch = { ...base?.search, ...given };
  /** Changes the report; an address that cannot undo what is under it leaves that. */
  const change = (next: Partial<FigureSearch>) => {
    const before: Readonly<Record<string, unknown>> = base?.search ?? {};
    const leaves = Object.entries(next).some(
      ([name, value]) => value === undefined && before[name] !== undefined,
    );
    const short = Object.fromEntries(
      Object.entries(next).map(([name, value]) => [name, isUsual(name, value) ? undefined : value]),
    );
    const left = { saved: undefined, sealed: undefined };
    const named =
      base === null ? { ...short, ...left } : leaves ? { ...whole, ...next, ...left } : next;
    if (idsIn(named) > ADDRESS_IDS) onTooMany(next);
    else onSearch({ ...named, page: undefined });
  };
  const isNamed = search.saved !== undefined || search.sealed !== undefined;
  return {
    whole,
    saved,
    name: base?.name ?? null,
    definition: definitionOf(whole),
    /** Whether what the report is of is not known, yet or at all. */
    isReading: search.unread !== undefined || (isNamed && base === null),
    /** How what is under the address is read. */
    under: search.saved === undefined ? sealed : definitions,
    change,
  };
}
export type Report = ReturnType<typeof useReport>;

/** Whether a value need not be named; the zone is always named, since readers have their own. */
function isUsual(name: string, value: unknown): boolean {
  const usual: Readonly<Record<string, unknown>> = DEFAULTS;
  return name !== 'zone' && usual[name] === value;
}

/** Rows of a page of groups. */
export const GROUPS_PAGE = 500;

/** What the server is asked for to show the figures of an address; null: not known yet. */
export function figuresAsked(
  search: ReportSearch,
  { definition, isReading }: Pick<Report, 'definition' | 'isReading'>,
  now: number,
) {
  if (isReading) return null;
  const { order, direction, unit, page = 1 } = search;
  return {
    query: {
      ...figureSearchOf(search),
      order,
      direction,
      unit,
      limit: GROUPS_PAGE,
      offset: page === 1 ? undefined : (page - 1) * GROUPS_PAGE,
      chart: grainOf(definition, now),
    },
  };
}

type Answer = AnswerBy<typeof REPORT_ROUTES.figures>;
const isPartial = (answer: Answer | undefined) =>
  answer?.state === 'ready' && answer.basis.unread + answer.basis.failed > 0;

/** The figures of an address, which all parts of the page share. */
export function useFigures(search: ReportSearch, report: Report) {
  const asked = figuresAsked(search, report, useNow(DAY_MS));
  const read = useQuery({
    ...query(REPORT_ROUTES.figures, asked),
    ...SOON,
    // Reads of the background are announced by nothing else.
    refetchInterval: (own) =>
      isPartial(own.state.data) ? PARTIAL_AGAIN_MS : SOON.refetchInterval(own),
  });
  const { ready, ...state } = useSoon(read);
  const figures: Figures | undefined = ready;
  // What the figures shown are of: rows of another grouping cannot be named by the one that is asked for.
  const { definition } = report;
  const [before, setBefore] = useState(definition);
  const isOwn = read.data?.state === 'ready' && !read.isPlaceholderData;
  if (isOwn && JSON.stringify(before) !== JSON.stringify(definition)) setBefore(definition);
  return { read, figures, shown: isOwn ? definition : before, ...state };
}

/** The longest period, in days, of which bars per hour, day and week can be told apart. */
const MOST_DAYS = { hour: 8, day: 100, week: 700 } as const;

/** The grain of the chart: that of the rows if they are of a time, else what suits the period. */
function grainOf(definition: FigureDefinition, now: number): ChartGrain {
  const zone = isTimeZone(definition.zone) ? definition.zone : 'UTC';
  const period = periodOf({ ...definition, zone }, now);
  const days =
    period === null || period.from === null ? Infinity : (period.endMs - period.startMs) / DAY_MS;
  const { by } = definition;
  if (by.includes('hour') && days <= MOST_DAYS.hour) return 'hour';
  if (days <= 2) return 'hour';
  if (by.includes('month')) return 'month';
  if (by.includes('week')) return 'week';
  if (days <= MOST_DAYS.day || (by.includes('day') && days <= MOST_DAYS.week)) return 'day';
  return days <= MOST_DAYS.week ? 'week' : 'month';
}
