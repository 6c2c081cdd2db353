import type { GROUPINGS } from './choices.ts';

/** Periods relative to today in the report's zone; weeks begin on Monday. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** The period that a session belongs to: by its start, by its end, or split in proportion to time. */
export const BOUNDARIES = ['start', 'end', 'split'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

export type Grouping = (typeof GROUPINGS)[number];
