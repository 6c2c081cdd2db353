import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import { ErrorItem } from '../../contract/error-body.ts';
import { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';

/** Targets of faults: an endpoint of the table, or the token endpoint. */
export type Target = EndpointName | 'token';

const TARGETS = [...keysOf(ENDPOINTS), 'token', '*'] as const;

/**
 * Kinds of faults, in the order in which they apply: before the request is handled (`delay`, `hold`
 * and `clock-jump` let it continue), then on what is read or done, then on the answer.
 */
export const FAULT_KINDS = [
  'delay',
  'hold',
  'clock-jump',
  'reset-unread',
  'hang',
  'reset-before',
  'status',
  'token-refused',
  'duplicate-page',
  'endless-paging',
  'lagging-lists',
  'forgetting',
  'going-back',
  'strangers',
  'null-list',
  'partial-list',
  'duplicate-rows',
  'hold-answer',
  'reset-after',
  'truncated',
  'huge',
  'malformed-json',
  'wrong-content-type',
  'unknown-enum',
  'nulls',
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

const DISPATCHES = ['sendCommand', 'scheduleCommands'] as const;
const COMMAND_READS = ['listCommands', 'getCommand'] as const;

/** The endpoints that a kind can affect; an absent kind can affect all. */
const REACH: Partial<Record<FaultKind, readonly Target[]>> = {
  'lagging-lists': COMMAND_READS,
  forgetting: COMMAND_READS,
  'going-back': COMMAND_READS,
  strangers: DISPATCHES,
  'null-list': DISPATCHES,
  'partial-list': DISPATCHES,
  'duplicate-rows': DISPATCHES,
};

/** Fields that a kind needs. */
const NEEDS: Partial<Record<FaultKind, 'status' | 'ms' | 'keep' | 'rows'>> = {
  delay: 'ms',
  'clock-jump': 'ms',
  'lagging-lists': 'ms',
  status: 'status',
  'partial-list': 'keep',
  'duplicate-rows': 'rows',
  strangers: 'rows',
};

/** Longest delay of an answer, in milliseconds. */
const MAX_DELAY_MS = 600_000;

/** A rule of the fault controls. */
export const FaultRule = z
  .strictObject({
    endpoint: z.enum(TARGETS),
    kind: z.enum(FAULT_KINDS),
    /**
     * Affects only requests whose path and query contain this text, such as the id of an Entity; for
     * kinds about Commands that are read, only Commands whose id, Entity, batch or Collective contains it.
     */
    address: z.string().min(1).max(400).optional(),
    /** HTTP status; with kind `status`. */
    status: z.int().min(400).max(599).optional(),
    /** Items of the error body, or null for an answer without a body; with kind `status`. */
    errors: z.array(ErrorItem).nullable().optional(),
    /** Seconds of a Retry-After header; with kind `status`. */
    retryAfterS: z.int().min(0).max(86_400).optional(),
    /** Milliseconds; real ones with kind `delay`, simulated ones with `clock-jump` and `lagging-lists`. */
    ms: z
      .int()
      .min(0)
      .max(366 * 86_400_000)
      .optional(),
    /** Number of rows that remain; with kind `partial-list`. */
    keep: z.int().min(0).max(100_000).optional(),
    /** Number of rows repeated, with `duplicate-rows`; number of Entities added, with `strangers`. */
    rows: z.int().min(1).max(10_000).optional(),
    /** Size of the answer; with kind `huge`, 64 MiB by default. */
    bytes: z.int().min(1).max(4_294_967_296).optional(),
    /** Number of requests it affects; absent: all. */
    count: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
  })
  .superRefine((rule, context) => {
    const need = NEEDS[rule.kind];
    if (need !== undefined && rule[need] === undefined) {
      context.addIssue({
        code: 'custom',
        path: [need],
        message: `is needed with the kind "${rule.kind}"`,
      });
    }
    if (rule.kind === 'delay' && (rule.ms ?? 0) > MAX_DELAY_MS) {
      const message = `is at most ${MAX_DELAY_MS} with the kind "delay"`;
      context.addIssue({ code: 'custom', path: ['ms'], message });
    }
    const reach: readonly string[] | undefined = REACH[rule.kind];
    if (reach !== undefined && rule.endpoint !== '*' && !reach.includes(rule.endpoint)) {
      const message = `is ${reach.join(', ')} or * with the kind "${rule.kind}"`;
      context.addIssue({ code: 'custom', path: ['endpoint'], message });
    }
  });
export type FaultRule = z.output<typeof FaultRule>;

export const FaultRules = z.array(FaultRule).max(100);

/** Whether a rule is about reads of Commands, so its text names Commands. */
export function isAboutCommands({ kind }: FaultRule): boolean {
  return REACH[kind] === COMMAND_READS;
}

/**
 * Whether a rule may affect an endpoint at all. Lies about lists of Commands also apply to a read of one
 * Command.
 */
export function reaches(rule: FaultRule, target: Target): boolean {
  const reach = REACH[rule.kind];
  if (reach !== undefined && !reach.includes(target)) return false;
  if (rule.endpoint === '*' || rule.endpoint === target) return true;
  return isAboutCommands(rule) && rule.endpoint === 'listCommands';
}
