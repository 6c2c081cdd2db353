import { COMMAND_TYPES, CommandBatch } from '../command.ts';
import { Instant, Uuid } from '../primitives.ts';
import { noteText } from '../texts.ts';
import { z } from '../zod.ts';
import { GuardDigest } from './guard.ts';
import { REASON_MAX } from './headers.ts';
import { get, post } from '../route.ts';

/** What becomes of a dispatch that waits for an approval; it stays in all but the first. */
export const ApprovalState = z.enum(['waiting', 'approved', 'refused', 'withdrawn', 'expired']);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** The approval that a dispatch needed when it was asked for. */
export const Approval = z.object({
  state: ApprovalState,
  requestedAt: Instant,
  /** From then on nobody can approve it. */
  expiresAt: Instant,
  decidedAt: Instant.nullable(),
  /** Who approved, refused or withdrew it. */
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  remark: z.string().nullable(),
  /** The digest of the warnings that were overridden when it was asked for; null: there were none. */
  override: GuardDigest.nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** Commands that somebody else must approve. */
export const ApprovalRule = z.strictObject({
  /** null: every Collective. */
  collectiveId: Uuid.nullable(),
  /** null: every Command type. */
  type: z.enum(COMMAND_TYPES).nullable(),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** The answer to a dispatch, with status 202, that waits for an approval; nothing was sent. */
const WaitingDispatch = z.object({
  waiting: z.object({ dispatchId: Uuid, until: Instant }),
});

/** The console's answer to a dispatch: the Service's, or that it waits. */
export const DispatchAnswer = z.union([WaitingDispatch, CommandBatch]);
export type DispatchAnswer = z.infer<typeof DispatchAnswer>;

/** The state of the POST of a dispatch that was approved. */
export const SentOutcome = z.enum(['sending', 'accepted', 'refused', 'unknown']);
export type SentOutcome = z.infer<typeof SentOutcome>;

/** An approval; the remark may be empty. */
export const ApprovalRequest = z.strictObject({ remark: noteText(REASON_MAX) });
/** A refusal, which says why. */
export const RefusalRequest = z.strictObject({
  remark: noteText(REASON_MAX).min(1, 'A remark is needed.'),
});

export const ApprovalRules = z.strictObject({ rules: z.array(ApprovalRule).max(200) });
/** `before`: the rules that were changed, as they were read. */
const ApprovalRulesChange = ApprovalRules.extend({ before: ApprovalRules.shape.rules });

const PATH = '/api/console/batches/{id}';
const touches = ['batch', 'batches'] as const;

/** Routes for dispatches that wait, and for the rules by which they do. */
export const APPROVAL_ROUTES = {
  /** Sends it, once; the answer is how that ended. */
  approveDispatch: post(`${PATH}/approval`, {
    touches,
    body: ApprovalRequest,
    answer: z.object({ outcome: SentOutcome }),
  }),
  refuseDispatch: post(`${PATH}/refusal`, { touches, body: RefusalRequest }),
  /** By who asked for it. */
  withdrawDispatch: post(`${PATH}/withdrawal`, { touches }),
  approvalRules: get('/api/console/approval-rules', {
    shows: ['operators'],
    answer: ApprovalRules,
  }),
  /** Replaces all of them. */
  changeApprovalRules: post('/api/console/approval-rules', {
    touches: ['operators'],
    body: ApprovalRulesChange,
  }),
};
