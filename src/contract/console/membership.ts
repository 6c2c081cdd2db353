import { get, post } from '../route.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

/** An Entity on the list "To decide". */
const DecidedEntity = z.object({
  entityId: Uuid,
  name: z.string().nullable(),
  type: z.string().nullable(),
});
export type DecidedEntity = z.infer<typeof DecidedEntity>;

/** What the Service's answers say about the members of a Collective, for a person to decide. */
export const MembershipQuestions = z.object({
  id: Uuid,
  name: z.string(),
  /** Current number of members. */
  members: z.int().nonnegative(),
  /** Entities that one answer named, and that are no members; a second answer makes them members. */
  named: z.array(DecidedEntity.extend({ toldAt: Instant })),
  /** Members that the last answer to removing a member lacks: too many to leave without a person. */
  leaving: z.object({ toldAt: Instant, entities: z.array(DecidedEntity) }).nullable(),
});
export type MembershipQuestions = z.infer<typeof MembershipQuestions>;

export const ToDecide = z.object({ collectives: z.array(MembershipQuestions), asOf: Instant });
export type ToDecide = z.infer<typeof ToDecide>;

/**
 * `confirm` makes named Entities members, `dismiss` keeps them out. `accept` removes the members that an answer
 * lacks, `keep` does not; `toldAt` identifies the answer on screen.
 */
export const MembershipDecision = z.union([
  z.strictObject({
    entityIds: z.array(Uuid).min(1).max(1000),
    act: z.enum(['confirm', 'dismiss']),
  }),
  z.strictObject({ toldAt: Instant, act: z.enum(['accept', 'keep']) }),
]);
export type MembershipDecision = z.infer<typeof MembershipDecision>;

/** Routes of the list "To decide". */
export const MEMBERSHIP_ROUTES = {
  toDecide: get('/api/console/directory/to-decide', {
    shows: ['directory'],
    query: z.strictObject({ collective: Uuid.optional() }),
    answer: ToDecide,
  }),
  decideMembers: post('/api/console/collectives/{id}/membership', {
    touches: ['directory'],
    body: MembershipDecision,
    answer: ToDecide,
  }),
};
