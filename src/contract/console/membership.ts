import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

const Count = z.int().nonnegative();

/**
 * `pending`: named by an answer, not a known member; `joined`: became one by that; `dismissed`: an
 * operator said no, or took it out again, and no answer brings it back by itself.
 */
const SightingState = z.enum(['pending', 'joined', 'dismissed']);
export type SightingState = z.infer<typeof SightingState>;

/** An Entity that answers of the Service named for a Collective and that was no known member then. */
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
  /** When it came into this state, and by whom; without a name the console did it by itself. */
  decided: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
});
export type Sighting = z.infer<typeof Sighting>;

/** An answer to removing a member that takes many Entities away at once: nothing follows it yet. */
const Leaving = z.object({
  toldAt: Instant,
  /** Members of the directory that the answer does not name. */
  entities: z.array(
    z.object({ entityId: Uuid, name: z.string().nullable(), type: z.string().nullable() }),
  ),
  /** How many members there are now. */
  members: Count,
});

/** What answers of the Service say of who belongs to a Collective, beside what the directory knows. */
export const MembershipNews = z.object({
  sightings: z.array(Sighting),
  leaving: Leaving.nullable(),
  asOf: Instant,
});
export type MembershipNews = z.infer<typeof MembershipNews>;

/** `confirm` makes them members, `dismiss` keeps them out, `undo` takes joined ones out again. */
export const SightingDecision = z.strictObject({
  entityIds: z.array(Uuid).min(1).max(1000),
  act: z.enum(['confirm', 'dismiss', 'undo']),
});
export type SightingDecision = z.infer<typeof SightingDecision>;

/** Whether the members that an answer leaves out go. `toldAt` names the answer that was on screen. */
export const LeavingDecision = z.strictObject({ toldAt: Instant, act: z.enum(['accept', 'keep']) });
export type LeavingDecision = z.infer<typeof LeavingDecision>;

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });

/** Routes for what answers say of the membership of a Collective. */
export const MEMBERSHIP_ROUTES = {
  membershipNews: {
    method: 'GET',
    path: '/api/console/collectives/{id}/membership',
    params: byId,
    query: none,
    body: null,
    answer: MembershipNews,
  },
  decideSightings: {
    method: 'POST',
    path: '/api/console/collectives/{id}/membership/sightings',
    params: byId,
    query: none,
    body: SightingDecision,
    answer: MembershipNews,
  },
  decideLeaving: {
    method: 'POST',
    path: '/api/console/collectives/{id}/membership/leaving',
    params: byId,
    query: none,
    body: LeavingDecision,
    answer: MembershipNews,
  },
} as const;
