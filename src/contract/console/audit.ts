import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';

/** What is written into the audit log. Security, S23. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-failed',
  'sign-in-locked',
  'sign-out',
  'session-ended',
  'denied',
  'cross-site-refused',
  'settings-changed',
  'directory-changed',
  'dispatch',
  'guard-overridden',
  'cooldown-overridden',
  'cancel',
  'sweep',
  'resolve',
  'gather',
  'bulk',
  'report',
  'report-deleted',
  'report-definition',
  'tariff',
  'change',
  'delete',
  'export',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** One row of the audit log; each carries the hash of the one before it. */
export const AuditRow = z.object({
  sequence: z.int().positive(),
  at: Instant,
  action: z.string(),
  operatorName: z.string().nullable(),
  /** First characters of the session's hash. */
  session: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** What it was done to, such as "collective <id>". */
  target: z.string().nullable(),
  /** What was asked for, as JSON; long ones are cut. */
  body: z.string().nullable(),
  /** `done`, `accepted`, `refused`, `unknown`, `failed`. */
  outcome: z.string(),
  upstreamStatus: z.int().nullable(),
  /** The batch that it belongs to, by its intent's id. */
  intentId: z.string().nullable(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditPage = z.object({
  rows: z.array(AuditRow),
  /** Asks for the next, older page; null on the last one. */
  before: z.int().nullable(),
  asOf: Instant,
});
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditCheck = z.object({
  rows: z.int().nonnegative(),
  holds: z.boolean(),
  /** The first row that does not fit the one before it, or null. */
  brokenAt: z.int().nullable(),
  words: z.string(),
  checkedAt: Instant,
});
export type AuditCheck = z.infer<typeof AuditCheck>;
