import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import { ErrorItem } from '../../contract/error-body.ts';
import { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';

/** What can be disturbed: an endpoint of the table, or the token endpoint. */
export type Target = EndpointName | 'token';

const TARGETS = [...keysOf(ENDPOINTS), 'token', '*'] as const;

/**
 * Kinds of faults, in the order of what happens: first what comes before the request is acted on (only
 * `delay` and `clock-jump` let it go on), then what changes the page asked for, then the answer.
 */
const FAULT_KINDS = [
  'delay',
  'clock-jump',
  'reset-unread',
  'hang',
  'reset-before',
  'status',
  'token-refused',
  'duplicate-page',
  'endless-paging',
  'reset-after',
  'truncated',
  'huge',
  'malformed-json',
  'wrong-content-type',
  'unknown-enum',
  'nulls',
] as const;

/** Longest delay of an answer, in milliseconds. */
const MAX_DELAY_MS = 600_000;
const NEEDS_MS: ReadonlySet<string> = new Set(['delay', 'clock-jump']);

/** A rule of the fault controls. */
export const FaultRule = z
  .strictObject({
    endpoint: z.enum(TARGETS),
    kind: z.enum(FAULT_KINDS),
    /** Disturbs only requests whose path and query hold this text, such as the id of an Entity. */
    address: z.string().min(1).max(400).optional(),
    /** HTTP status; with kind `status`. */
    status: z.int().min(400).max(599).optional(),
    /** Items of the error body, or null for an answer without a body; with kind `status`. */
    errors: z.array(ErrorItem).nullable().optional(),
    /** Seconds of a Retry-After header; with kind `status`. */
    retryAfterS: z.int().min(0).max(86_400).optional(),
    /** Milliseconds; real ones with kind `delay`, simulated ones with `clock-jump`. */
    ms: z
      .int()
      .min(0)
      .max(366 * 86_400_000)
      .optional(),
    /** Size of the answer; with kind `huge`, 64 MiB unless said. */
    bytes: z.int().min(1).max(4_294_967_296).optional(),
    /** How many requests it disturbs; absent: all. */
    count: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
  })
  .refine((rule) => rule.kind !== 'status' || rule.status !== undefined, {
    path: ['status'],
    message: 'is needed with the kind "status"',
  })
  .refine((rule) => !NEEDS_MS.has(rule.kind) || rule.ms !== undefined, {
    path: ['ms'],
    message: 'is needed with the kinds "delay" and "clock-jump"',
  })
  .refine((rule) => rule.kind !== 'delay' || (rule.ms ?? 0) <= MAX_DELAY_MS, {
    path: ['ms'],
    message: `is at most ${MAX_DELAY_MS} with the kind "delay"`,
  });
export type FaultRule = z.output<typeof FaultRule>;

export const FaultRules = z.array(FaultRule).max(100);
