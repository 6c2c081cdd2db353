import { AUDIT_ACTIONS } from './choices.ts';
import { get, post } from '../route.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** What came of an act, as the log keeps it; `no outcome recorded` in place of `begun` if it was left without an outcome. */
export const AUDIT_OUTCOMES = [
  'done',
  'accepted',
  'refused',
  'failed',
  'unknown',
  'begun',
  'waiting',
  'repeated',
  'cut off',
  'no outcome recorded',
] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
/** Begun over ten minutes ago and left so, as after a crash. */
export const NO_OUTCOME = 'no outcome recorded' satisfies AuditOutcome;

/** One act: what was asked for, and what came of it, each a row of the log. */
export const AuditAct = z.object({
  /** The number of its first row. */
  sequence: z.int().positive(),
  at: Instant,
  action: z.string(),
  operatorName: z.string().nullable(),
  /** First characters of the session's hash. */
  session: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The target of the action, such as "collective <id>". */
  target: z.string().nullable(),
  /**
   * What was asked for, as JSON; long ones are truncated. `was`: the values before it, as the console knew them.
   */
  body: z.string().nullable(),
  /** See `AUDIT_OUTCOMES`. */
  outcome: z.string(),
  /** When its outcome was recorded, and what the log keeps of it, as JSON; null: it has one row. */
  endedAt: Instant.nullable(),
  answer: z.string().nullable(),
  upstreamStatus: z.int().nullable(),
  /** Of a dispatch: the warnings that were overridden with it. */
  overrides: z.array(z.string()),
  /** The dispatch id of the batch that it belongs to. */
  dispatchId: z.string().nullable(),
  /** Its rows in the log. */
  rows: z.array(z.object({ sequence: z.int().positive(), hash: z.string() })),
});
export type AuditAct = z.infer<typeof AuditAct>;

/** Something that an act was done to, as it is called today. `other`: it has no page of its own. */
export const AuditThing = z.object({
  kind: z.enum(['entity', 'collective', 'batch', 'bulk', 'sealed', 'other']),
  id: z.string(),
  name: z.string(),
});
export type AuditThing = z.infer<typeof AuditThing>;

/** The things by the ids that targets and requests name: an Offboarding Request is its Entity. */
export const AuditNames = z.record(z.string(), AuditThing.optional());
export type AuditNames = z.infer<typeof AuditNames>;

export const AuditPage = z.object({
  acts: z.array(AuditAct),
  names: AuditNames,
  /** Cursor of the next, older page; null on the last one. */
  before: z.int().nullable(),
  asOf: Instant,
});
export type AuditPage = z.infer<typeof AuditPage>;

/** Which acts: an action, an outcome, who, what it was done to, and when: `from` inclusive, `to` exclusive. */
const AuditFilter = z.strictObject({
  action: z.string().max(100).optional(),
  outcome: z.string().max(100).optional(),
  /** The operator's whole name. */
  operatorName: z.string().max(100).optional(),
  /** A part of the name, or the id, of an Entity or Collective. */
  target: z.string().max(100).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

const Sequence = z.int().positive();

/** A break of the chain, by the number of its row. `unlinked`: it does not follow the row before. */
export const AuditBreak = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['changed', 'unlinked']), sequence: Sequence }),
  /** Rows from `sequence` to `last`; `atEnd`: no row follows. */
  z.object({ code: z.literal('missing'), sequence: Sequence, last: Sequence, atEnd: z.boolean() }),
]);
export type AuditBreak = z.infer<typeof AuditBreak>;

/** Maximum number of listed breaks; all are counted. */
export const MOST_BREAKS = 200;

export const AuditCheck = z.object({
  rows: z.int().nonnegative(),
  checkedAt: Instant,
  /** The first breaks. */
  breaks: z.array(AuditBreak),
  /** 0: the chain holds. */
  breaksTotal: z.int().nonnegative(),
  /** The first row that is kept, if older ones were removed after their time; else 1. */
  since: Sequence,
});
export type AuditCheck = z.infer<typeof AuditCheck>;

/** Files that the page makes itself. */
const MADE_FILES = ['batch', 'bulk change', 'places', 'charge sessions'] as const;

/** A file that the page is about to offer, for the audit log. */
export const MadeFile = z.strictObject({
  what: z.enum(MADE_FILES),
  /** The batch, run or Entity of the file, or null. */
  id: Uuid.nullable(),
  rows: z.int().nonnegative(),
});
export type MadeFile = z.infer<typeof MadeFile>;

/** Routes for the audit log. */
export const AUDIT_ROUTES = {
  audit: get('/api/console/audit', {
    shows: ['audit'],
    query: AuditFilter.extend({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    answer: AuditPage,
  }),
  /** All acts that match, as CSV; instants in the given zone. */
  auditFile: get('/api/console/audit/file', {
    query: AuditFilter.extend({ zone: z.string().max(100) }),
  }),
  checkAudit: get('/api/console/audit/check', { answer: AuditCheck }),
  /** Records that the page makes a file from loaded data; to be called before the file is offered. */
  recordFile: post('/api/console/audit/files', { touches: ['audit'], body: MadeFile }),
};
