import { GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

const Count = z.int().nonnegative();

/**
 * `pending`: named by an answer, not a known member; `joined`: became a member by that; `dismissed`:
 * an operator refused it, or removed it again, and no answer adds it again automatically.
 */
const SightingState = z.enum(['pending', 'joined', 'dismissed']);
export type SightingState = z.infer<typeof SightingState>;

/** An Entity that the Service's answers named for a Collective while it was not a known member. */
export const Sighting = z.object({
  entityId: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
  state: SightingState,
  /** Batches whose answer named it, and answers to removing a member. */
  batches: Count,
  removals: Count,
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** When it entered this state, and who decided; null if the console did. */
  decided: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
});
export type Sighting = z.infer<typeof Sighting>;

/** An answer to removing a member that lacks many Entities at once: it is not applied yet. */
const Leaving = z.object({
  toldAt: Instant,
  /** Members of the directory that the answer does not name. */
  entities: z.array(
    z.object({ entityId: Uuid, name: z.string().nullable(), type: z.string().nullable() }),
  ),
  /** Current number of members. */
  members: Count,
});

/** What the Service's answers say about membership of a Collective, compared with the directory. */
export const MembershipNews = z.object({
  sightings: z.array(Sighting),
  leaving: Leaving.nullable(),
  asOf: Instant,
});
export type MembershipNews = z.infer<typeof MembershipNews>;

/** `confirm` makes them members, `dismiss` keeps them out, `undo` removes joined ones again. */
export const SightingDecision = z.strictObject({
  entityIds: z.array(Uuid).min(1).max(1000),
  act: z.enum(['confirm', 'dismiss', 'undo']),
});
export type SightingDecision = z.infer<typeof SightingDecision>;

/** Whether members missing from an answer are removed. `toldAt` identifies the answer on screen. */
export const LeavingDecision = z.strictObject({ toldAt: Instant, act: z.enum(['accept', 'keep']) });
export type LeavingDecision = z.infer<typeof LeavingDecision>;

/** Routes for answers about the membership of a Collective. */
export const MEMBERSHIP_ROUTES = {
  membershipNews: {
    ...GET,
    path: '/api/console/collectives/{id}/membership',
    shows: ['directory'],
    params: byId,
    answer: MembershipNews,
  },
  decideSightings: {
    ...POST,
    path: '/api/console/collectives/{id}/membership/sightings',
    touches: ['directory'],
    params: byId,
    body: SightingDecision,
    answer: MembershipNews,
  },
  decideLeaving: {
    ...POST,
    path: '/api/console/collectives/{id}/membership/leaving',
    touches: ['directory'],
    params: byId,
    body: LeavingDecision,
    answer: MembershipNews,
  },
} as const;
