import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { get, post } from '../route.ts';

/** An Entity that is being offboarded, as last heard, and who asked for it, as far as this console recorded it. */
export const PendingOffboarding = z.object({
  requestId: Uuid,
  entityId: Uuid,
  /** Null: it was not requested in this console, or its record is gone. */
  requestedBy: z.string().nullable(),
  requestedAt: Instant.nullable(),
});
export type PendingOffboarding = z.infer<typeof PendingOffboarding>;

/** How much was erased. */
export const Erased = z.object({
  places: z.int().nonnegative(),
  sessions: z.int().nonnegative(),
});
export type Erased = z.infer<typeof Erased>;

/** Routes for Entities that are being offboarded. */
export const OFFBOARDING_ROUTES = {
  /** At most 5,000: all requests are on their page. */
  pendingOffboardings: get('/api/console/offboarding/pending', {
    shows: ['offboarding'],
    answer: z.object({
      pending: z.array(PendingOffboarding),
      /** Ended ones that were requested in this console. */
      ended: z.array(PendingOffboarding),
      asOf: Instant,
    }),
  }),
  /** Erases the places and charge sessions of an offboarded Entity; sealed reports keep theirs. */
  eraseEntity: post('/api/console/entities/{id}/erase', {
    touches: ['locations', 'places', 'sessions', 'directory', 'fleet', 'results'],
    answer: Erased,
  }),
};
