import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import { ErrorItem } from '../../contract/error-body.ts';
import { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';

/** What can be disturbed: an endpoint of the table, or the token endpoint. */
export type Target = EndpointName | 'token';

const TARGETS = [...keysOf(ENDPOINTS), 'token', '*'] as const;

/** Kinds of faults. Those before `reset-after` keep the request from being acted on, except a delay. */
const FAULT_KINDS = [
  'delay',
  'hang',
  'reset-before',
  'status',
  'reset-after',
  'malformed-json',
  'wrong-content-type',
  'unknown-enum',
  'nulls',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A rule of the fault controls. */
export const FaultRule = z
  .strictObject({
    endpoint: z.enum(TARGETS),
    kind: z.enum(FAULT_KINDS),
    /** HTTP status; with kind `status`. */
    status: z.int().min(400).max(599).optional(),
    /** Items of the error body; with kind `status`. */
    errors: z.array(ErrorItem).optional(),
    /** Milliseconds; with kind `delay`. */
    ms: z.int().min(0).max(600_000).optional(),
    /** How many requests it disturbs; absent: all. */
    count: z.int().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
  })
  .refine((rule) => rule.kind !== 'status' || rule.status !== undefined, {
    path: ['status'],
    message: 'is needed with the kind "status"',
  })
  .refine((rule) => rule.kind !== 'delay' || rule.ms !== undefined, {
    path: ['ms'],
    message: 'is needed with the kind "delay"',
  });
export type FaultRule = z.output<typeof FaultRule>;

export const FaultRules = z.array(FaultRule).max(100);
