import { AUDIT_ACTIONS } from './choices.ts';
import { GET, POST } from './route-parts.ts';
import { z } from '../zod.ts';
import { Instant, Uuid } from '../primitives.ts';

export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

/** In place of `begun` if the act was left without an outcome. */
export const NO_OUTCOME = 'no outcome recorded';

/** One row of the audit log; each has the hash of the previous one. */
export const AuditRow = z.object({
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
  /** The request, as JSON; long ones are truncated. */
  body: z.string().nullable(),
  /**
   * `begun`; `waiting`: asked for, but somebody else must approve it first; `done`, `accepted`, `refused`, `unknown`, `failed`; `repeated`: a dispatch that was answered from the
   * ledger, nothing was sent; `cut off`: an export that was not completed; `no outcome recorded`: begun over ten
   * minutes ago and left so, as after a crash.
   */
  outcome: z.string(),
  upstreamStatus: z.int().nullable(),
  /** The dispatch id of the batch that it belongs to. */
  dispatchId: z.string().nullable(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditPage = z.object({
  rows: z.array(AuditRow),
  /** Cursor of the next, older page; null on the last one. */
  before: z.int().nullable(),
  asOf: Instant,
});
export type AuditPage = z.infer<typeof AuditPage>;

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
  audit: {
    ...GET,
    path: '/api/console/audit',
    shows: ['audit'],
    query: z.strictObject({
      action: z.string().max(100).optional(),
      operatorName: z.string().max(100).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    answer: AuditPage,
  },
  checkAudit: { ...GET, path: '/api/console/audit/check', answer: AuditCheck },
  /** Records that the page makes a file from loaded data; to be called before the file is offered. */
  recordFile: {
    ...POST,
    path: '/api/console/audit/files',
    touches: ['audit'],
    body: MadeFile,
    answer: null,
  },
} as const;
