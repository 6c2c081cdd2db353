import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

/**
 * How an earlier batch with Entities in common affects a dispatch. `same`: the same type and value within the
 * window; `unresolved`: its outcome is unknown, or a slow Service may still carry it out; `opposite`: Commands of
 * the opposite type are open, or ended within the window.
 */
const EARLIER_KINDS = ['same', 'unresolved', 'opposite'] as const;

/** Every reason for which a dispatch needs an override. `no-taker`: no known Entity accepts the Command. */
export const GUARD_KINDS = [...EARLIER_KINDS, 'no-taker'] as const;
const GuardKind = z.enum(GUARD_KINDS);
export type GuardKind = z.infer<typeof GuardKind>;

const Count = z.int().nonnegative();

/** An earlier batch that conflicts with a dispatch. Data only: the browser makes the text. */
export const EarlierFinding = z.object({
  kind: z.enum(EARLIER_KINDS),
  /** The earlier batch. */
  dispatchId: Uuid,
  operatorName: z.string(),
  createdAt: Instant,
  type: z.string().nullable(),
  value: z.string().nullable(),
  /** When its Command triggers or triggered; null if it was sent for now. */
  triggerTime: Instant.nullable(),
  /** Number of its Commands concerned; for an unresolved one, of its known members. */
  count: Count,
  /** How many of these are still open. */
  open: Count,
  /** It was not found, but may still be carried out until then; only for `unresolved`. */
  horizonAt: Instant.optional(),
  /** Outcome of its send. */
  outcome: z.enum(['sending', 'accepted', 'unknown']),
  /** The other Collective it was sent to, with the number of shared Entities; absent if the same. */
  shared: z.object({ collectiveName: z.string(), entities: Count }).optional(),
});
export type EarlierFinding = z.infer<typeof EarlierFinding>;

/** All known Entities have known types, and none accepts the Command. */
const NoTakerFinding = z.object({
  kind: z.literal('no-taker'),
  type: z.string(),
  /** Known Entities of the Collective. */
  count: Count,
});

export const GuardFinding = z.discriminatedUnion('kind', [EarlierFinding, NoTakerFinding]);
export type GuardFinding = z.infer<typeof GuardFinding>;

/** Maximum number of listed findings; each kind also has a total. */
export const GUARD_FINDINGS_MAX = 50;

/** Findings of a kind, listed or not. */
export const GuardTotal = z.object({ kind: GuardKind, total: z.int().positive() });
export type GuardTotal = z.infer<typeof GuardTotal>;

/** The digest of all findings, listed or not. It is the value of the override header. */
export const GuardDigest = z.string().regex(/^[0-9a-f]{16}$/);

/** Reasons against a dispatch. */
export const GuardReport = z.object({
  /** An override with it covers exactly these findings. */
  digest: GuardDigest,
  /** One per kind found. */
  totals: z.array(GuardTotal),
  /** The newest of each kind, at most `GUARD_FINDINGS_MAX` in total, newest first. */
  findings: z.array(GuardFinding),
});
export type GuardReport = z.infer<typeof GuardReport>;
