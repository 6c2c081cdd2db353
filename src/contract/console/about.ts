import { Instant } from '../primitives.ts';
import { z } from '../zod.ts';
import { get } from '../route.ts';

const Days = z.number().nullable();

/** For how many days records are kept; null: for ever. */
export const Retention = z.object({
  /** How often the Service was asked, and versions of charge sessions that a newer one replaced. */
  readings: Days,
  /** Charge sessions, by their start. */
  sessions: Days,
  /** Settled dispatches with their Commands, and Commands of other systems. */
  commands: Days,
  /** Rows of the audit log. */
  audit: Days,
});
export type Retention = z.infer<typeof Retention>;

/** What the console is configured with, without any secret. */
export const About = z.object({
  version: z.string(),
  service: z.object({
    /** Its address is not told: it is nobody's business in a browser. */
    isEmbedded: z.boolean(),
    state: z.enum(['ok', 'away', 'refused']),
    /** Until when the token at hand is good; null: there is none. */
    tokenGoodUntil: Instant.nullable(),
    timeoutMs: z.number(),
    maxInFlight: z.number(),
    requestsPerSecond: z.number(),
  }),
  database: z.enum(['SQLite', 'PostgreSQL']),
  /** The host of the identity provider; null: operators have passwords here. */
  identityProvider: z.string().nullable(),
  readsFleet: z.boolean(),
  retention: Retention,
  dispatch: z.object({
    guardMinutes: z.number(),
    confirmEntities: z.number(),
    verificationWaitMinutes: z.number(),
    settleSeconds: z.number(),
    horizonMinutes: z.number(),
  }),
  asOf: Instant,
});
export type About = z.infer<typeof About>;

/** The route that tells what the console is configured with. */
export const ABOUT_ROUTES = {
  about: get('/api/console/about', { answer: About }),
};
