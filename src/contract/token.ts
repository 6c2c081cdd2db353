import { z } from './zod.ts';

/** The client-credentials form, sent as application/x-www-form-urlencoded. Spec, "Authentication". */
export const TokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.string(),
});
export type TokenRequest = z.infer<typeof TokenRequest>;

/**
 * The token answer. `expires_in` is in seconds (public facts, "Identity"); any value is accepted
 * here, as the token's holder bounds it. Spec, "Authentication".
 */
export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.unknown().optional(),
  token_type: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** The scope of the interface. */
export const DEFAULT_SCOPE = 'esp';
