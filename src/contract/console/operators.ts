import { Instant, Uuid } from '../primitives.ts';
import { z } from '../zod.ts';
import { Grant } from './access.ts';
import { OPERATOR_ID } from './headers.ts';
import { get, patch, post, remove } from '../route.ts';
import { OperatorName, Role } from './session.ts';

/** `invited`: has not chosen a password yet. */
const OPERATOR_STATES = ['active', 'invited', 'disabled'] as const;

/** An operator as administrators see them. */
export const OperatorAccount = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  grants: z.array(Grant),
  /** Set if the identity provider gives the role, at each sign-in. */
  byProvider: z.literal(true).optional(),
  state: z.enum(OPERATOR_STATES),
  createdAt: Instant,
  /** The last use of a session that is not over, or null. */
  lastUsedAt: Instant.nullable(),
});
export type OperatorAccount = z.infer<typeof OperatorAccount>;

/** A session that is not over. */
export const OperatorSession = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  isOwn: z.boolean(),
  startedAt: Instant,
  lastUsedAt: Instant,
  address: z.string().nullable(),
  /** As the browser names itself. */
  browser: z.string().nullable(),
});
export type OperatorSession = z.infer<typeof OperatorSession>;

/** A token with which a program reads reports in the operator's name. */
export const ApiToken = z.object({
  id: Uuid,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** An operator with their sessions and tokens. */
export const OperatorDetail = OperatorAccount.extend({
  sessions: z.array(OperatorSession),
  tokens: z.array(ApiToken),
});
export type OperatorDetail = z.infer<typeof OperatorDetail>;

/** A code that is shown once: it sets a password, for an invited operator or anew. */
export const OneTimeLink = z.object({
  code: z.string(),
  purpose: z.enum(['setup', 'invitation', 'reset']),
  expiresAt: Instant,
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

const Grants = z.array(Grant).max(200);

export const OperatorInvitation = z.strictObject({
  name: OperatorName,
  role: Role,
  grants: Grants,
});
export type OperatorInvitation = z.infer<typeof OperatorInvitation>;

/** `before`: role and grants as they were read; needed with grants, which are replaced as a whole. */
export const OperatorChange = z
  .strictObject({
    role: Role.optional(),
    grants: Grants.optional(),
    before: z.strictObject({ role: Role, grants: Grants }).optional(),
    disabled: z.boolean().optional(),
  })
  .refine(({ grants, before }) => grants === undefined || before !== undefined, {
    path: ['before'],
    message: 'Grants are changed with those that they replace.',
  });
export type OperatorChange = z.infer<typeof OperatorChange>;

export const TokenRequest = z.strictObject({ name: z.string().trim().min(1).max(100) });

const ofOperator = z.strictObject({ id: z.string().regex(OPERATOR_ID) });
const touches = ['operators', 'session'] as const;
const PATH = '/api/console/operators/{id}';

/** Routes for operators, their sessions and tokens; one's own need no permission. */
export const OPERATOR_ROUTES = {
  operators: get('/api/console/operators', {
    shows: ['operators'],
    answer: z.array(OperatorAccount),
  }),
  inviteOperator: post('/api/console/operators', {
    touches,
    body: OperatorInvitation,
    answer: z.object({ id: z.string(), link: OneTimeLink }),
  }),
  operator: get(PATH, { params: ofOperator, shows: ['operators'], answer: OperatorDetail }),
  changeOperator: patch(PATH, {
    touches,
    params: ofOperator,
    body: OperatorChange,
    answer: OperatorAccount,
  }),
  /** Makes a new link: an invitation again, or one that sets a new password. */
  linkOperator: post(`${PATH}/link`, {
    touches,
    params: ofOperator,
    answer: OneTimeLink,
  }),
  endSession: remove(`${PATH}/sessions/{session}`, {
    touches,
    params: ofOperator.extend({ session: z.string().regex(/^[0-9a-f]{16}$/) }),
  }),
  /** Makes a token of one's own, which is shown once. */
  makeToken: post(`${PATH}/tokens`, {
    touches,
    params: ofOperator,
    body: TokenRequest,
    answer: z.object({ id: Uuid, token: z.string() }),
  }),
  endToken: remove(`${PATH}/tokens/{token}`, {
    touches,
    params: ofOperator.extend({ token: Uuid }),
  }),
};
