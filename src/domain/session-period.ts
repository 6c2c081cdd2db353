import { isoInstant } from './instant.ts';
import { lastDays, MONTH_DAYS } from './last-days.ts';
import {
  ALL_TIME_START,
  DEFAULT_RANGE,
  SESSIONS_AHEAD_MS,
  type RangeChoice,
  type SessionRange,
} from './session-range.ts';
import { dateIn, spanOfDates, startOfDateMs } from './time.ts';

/** Days of each preset, today included. */
const PRESET_DAYS = { '30d': MONTH_DAYS, '90d': 90 } as const;

/** A period to read, or what is wrong with the dates. */
export type ChosenRange = { range: SessionRange; problem: null } | { range: null; problem: string };

/**
 * The chosen period, in whole days of a zone.
 * @param nowMs decides which day is today
 */
export function chosenRange(search: RangeChoice, zone: string, nowMs: number): ChosenRange {
  const name = search.range ?? DEFAULT_RANGE;
  if (name === 'all') {
    const end = startOfDateMs(zone, dateIn(zone, nowMs + SESSIONS_AHEAD_MS));
    return { range: { start: ALL_TIME_START, end: isoInstant(end) }, problem: null };
  }
  if (name !== 'custom') return { range: presetRange(name, zone, nowMs), problem: null };
  const { from, to } = search;
  if (from === undefined || to === undefined) {
    return { range: null, problem: 'Choose the first and the last day.' };
  }
  if (from > to) {
    return { range: null, problem: 'The first day is after the last day.' };
  }
  const { startMs, endMs } = spanOfDates(zone, from, to);
  return { range: { start: isoInstant(startMs), end: isoInstant(endMs) }, problem: null };
}

/** The last 30 or 90 whole days of a zone, today included. */
export function presetRange(
  name: keyof typeof PRESET_DAYS,
  zone: string,
  nowMs: number,
): SessionRange {
  const { from, to } = lastDays(PRESET_DAYS[name], dateIn(zone, nowMs));
  const { startMs, endMs } = spanOfDates(zone, from, to);
  return { start: isoInstant(startMs), end: isoInstant(endMs) };
}
