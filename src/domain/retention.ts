import type { Retention } from '../contract/console/about.ts';

/** What is evidence is kept until somebody decides otherwise. */
export const RETENTION: Retention = { readings: 90, sessions: null, commands: null, audit: null };

/** Fewest days: what pages and checks look back to must stay. */
export const RETENTION_LEAST_DAYS: Readonly<Record<keyof Retention, number>> = {
  readings: 30,
  sessions: 100,
  commands: 100,
  audit: 100,
};
