import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

/**
 * Why a dispatch needs an explicit, reasoned override. `same`: the same Collective, type and value
 * within the window; `unresolved`: a batch on the Collective whose outcome nobody knows; `opposite`:
 * Commands of the opposite type are still open.
 */
export const GUARD_KINDS = ['same', 'unresolved', 'opposite'] as const;
export const GuardKind = z.enum(GUARD_KINDS);
export type GuardKind = z.infer<typeof GuardKind>;

/** One earlier batch that stands in the way, and who sent what when. */
export const GuardFinding = z.object({
  kind: GuardKind,
  /** The earlier batch. */
  intentId: Uuid,
  operatorName: z.string(),
  createdAt: Instant,
  type: z.string().nullable(),
  value: z.string().nullable(),
  /** When its Command triggers or triggered; null where it was sent for now. */
  triggerTime: Instant.nullable(),
  /** How many of its Commands are concerned. */
  count: z.int().nonnegative(),
  /** The finding as a sentence. */
  words: z.string(),
});
export type GuardFinding = z.infer<typeof GuardFinding>;

/** Names a finding in the override header, so that an override covers what was seen and nothing else. */
export function guardKey(finding: Pick<GuardFinding, 'kind' | 'intentId'>): string {
  return `${finding.kind}:${finding.intentId}`;
}

/** Most findings that are reported and that one override can cover; further ones refuse the dispatch. */
export const GUARD_FINDINGS_MAX = 50;
