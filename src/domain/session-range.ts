/** The start of "all time", since the interface may require one: devices that lost their clock begin here. */
export const ALL_TIME_START = '1970-01-01T00:00:00Z';

/** How far ahead sessions are asked for: those of a wrong clock in the future must not go unseen. */
export const SESSIONS_AHEAD_MS = 30 * 366 * 86_400_000;

/** A time frame of sessions or Commands: start inclusive, end exclusive; without an end it is open. */
export interface SessionRange {
  start: string;
  end: string | null;
}

/** The periods for which sessions can be shown. */
export const SESSION_RANGES = ['30d', '90d', 'all', 'custom'] as const;
type RangeName = (typeof SESSION_RANGES)[number];

/** A chosen period: a preset, or the first and the last day (YYYY-MM-DD). */
export interface RangeChoice {
  range?: RangeName | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const DEFAULT_RANGE: RangeName = '30d';
