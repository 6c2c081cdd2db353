import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

/**
 * What an earlier batch can do to a dispatch that it shares Entities with. `same`: the same type and value
 * within the window; `unresolved`: its outcome is not known; `may-still-land`: nothing of it was found, but
 * a slow Service may still carry it out; `opposite`: Commands of the opposite type are open, or ended
 * within the window.
 */
const EARLIER_KINDS = ['same', 'unresolved', 'may-still-land', 'opposite'] as const;

/** Every reason for which a dispatch needs an override. `no-taker`: no known Entity takes the Command. */
export const GUARD_KINDS = [...EARLIER_KINDS, 'no-taker'] as const;
export const GuardKind = z.enum(GUARD_KINDS);
export type GuardKind = z.infer<typeof GuardKind>;

const Count = z.int().nonnegative();

/** An earlier batch that speaks against a dispatch. Data only: the browser words it in the operator's zone. */
export const EarlierFinding = z.object({
  kind: z.enum(EARLIER_KINDS),
  /** The earlier batch. */
  dispatchId: Uuid,
  operatorName: z.string(),
  createdAt: Instant,
  type: z.string().nullable(),
  value: z.string().nullable(),
  /** When its Command triggers or triggered; null where it was sent for now. */
  triggerTime: Instant.nullable(),
  /** How many of its Commands are concerned; of an unresolved one its known members. */
  count: Count,
  /** How many of these have not ended. Absent, like all below, in findings stored by older versions. */
  open: Count.optional(),
  /** Until then its Commands may still appear; with `may-still-land` alone. */
  horizonAt: Instant.optional(),
  /** What was known of its send. */
  outcome: z.enum(['sending', 'accepted', 'unknown']).optional(),
  /** The other Collective it was sent to, and how many Entities both have. Absent for the same Collective. */
  shared: z.object({ collectiveName: z.string(), entities: Count }).optional(),
  /** The sentence that was shown, in findings stored by older versions only. */
  words: z.string().optional(),
});
export type EarlierFinding = z.infer<typeof EarlierFinding>;

/** The types of all known Entities are known, and none takes the Command. */
export const NoTakerFinding = z.object({
  kind: z.literal('no-taker'),
  type: z.string(),
  /** Known Entities of the Collective. */
  count: Count,
});

export const GuardFinding = z.discriminatedUnion('kind', [EarlierFinding, NoTakerFinding]);
export type GuardFinding = z.infer<typeof GuardFinding>;

/** Most findings that are listed; each kind has a total beside. */
export const GUARD_FINDINGS_MAX = 50;

/** How many findings of a kind there are, listed or not. */
export const GuardTotal = z.object({ kind: GuardKind, total: z.int().positive() });
export type GuardTotal = z.infer<typeof GuardTotal>;

/** What speaks against a dispatch, at a version of the store. */
export const GuardReport = z.object({
  /** An override that names this version covers nothing that came up after it. */
  seen: Count,
  /** One per kind that was found. */
  totals: z.array(GuardTotal),
  /** The newest of each kind, at most `GUARD_FINDINGS_MAX` together, newest first. */
  findings: z.array(GuardFinding),
});
export type GuardReport = z.infer<typeof GuardReport>;

/** An override of a situation: the kinds of findings, as seen at a version of the store. */
export const GuardOverride = z.object({
  kinds: z.array(GuardKind).min(1),
  seen: Count,
});
export type GuardOverride = z.infer<typeof GuardOverride>;

/** The value of the override header: "unresolved,opposite; seen=1234". */
export function overrideHeader({ kinds, seen }: GuardOverride): string {
  return `${kinds.join(',')}; seen=${seen}`;
}

const HEADER = /^([a-z,\s-]+);\s*seen=(\d{1,15})$/;

/** Reads the value of the override header; null where it is not one. */
export function readOverrideHeader(text: string): GuardOverride | null {
  const [, kinds = '', seen = ''] = HEADER.exec(text.trim()) ?? [];
  const read = GuardOverride.safeParse({
    kinds: kinds.split(',').map((kind) => kind.trim()),
    seen: Number(seen === '' ? Number.NaN : seen),
  });
  return read.success ? { ...read.data, kinds: [...new Set(read.data.kinds)] } : null;
}
