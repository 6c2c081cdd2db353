import { z } from '../contract/zod.ts';

/** For how many days records are kept; null: for ever. */
export const Retention = z.object({
  /** How often the Service was asked, and versions of charge sessions that a newer one replaced. */
  readings: z.number().nullable(),
  /** Charge sessions, by their start. */
  sessions: z.number().nullable(),
  /** Settled dispatches with their Commands, and Commands of other systems. */
  commands: z.number().nullable(),
  /** Rows of the audit log. */
  audit: z.number().nullable(),
});
export type Retention = z.infer<typeof Retention>;

/** What is evidence is kept until somebody decides otherwise. */
export const RETENTION: Retention = { readings: 90, sessions: null, commands: null, audit: null };

/** Fewest days: what pages and checks look back to must stay. */
export const RETENTION_LEAST_DAYS: Readonly<Record<keyof Retention, number>> = {
  readings: 30,
  sessions: 100,
  commands: 100,
  audit: 100,
};
