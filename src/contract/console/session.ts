import { z } from '../zod.ts';
import { Instant } from '../primitives.ts';
import { Grant } from './access.ts';

/** Roles of operators, from least to most permissions. */
export const ROLES = ['viewer', 'operator', 'approver', 'administrator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** A person who may sign in. */
export const Operator = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
});
export type Operator = z.infer<typeof Operator>;

/** The answer of GET /auth/session: the signed-in operator, and the available sign-ins. */
export const SessionAnswer = z.object({
  operator: Operator.nullable(),
  /** Which Commands they may dispatch where; absent if nobody is signed in. */
  grants: z.array(Grant).optional(),
  signIn: z.object({
    /** Roles with one-click sign-in; empty unless the embedded service runs on loopback. */
    demo: z.array(Role),
    /** Whether operators sign in with name and password. */
    password: z.boolean(),
    /** Whether the first administrator must still be created with the one-time code. */
    setup: z.boolean(),
    /** The host of the identity provider that operators sign in with; absent: there is none. */
    provider: z.string().optional(),
  }),
  /** Set if the identity provider signed them in, so that it also confirms who they are. */
  byProvider: z.literal(true).optional(),
  /** Whether the embedded service simulates the devices. */
  embedded: z.boolean(),
  /** The unit of battery capacities, which the interface does not define. */
  capacityUnit: z.string().optional(),
  /** Above this many Entities a dispatch needs the typed name of the Collective. */
  confirmEntities: z.int().nonnegative().optional(),
  /** Whether the console reads the fleet in the background. */
  readsFleet: z.boolean().optional(),
  /**
   * The replacement for the built-in basemap: image tiles, a template with {z}, {x} and {y}; or, with
   * `streets`, a .pmtiles file of vector tiles.
   */
  basemap: z
    .object({ url: z.string(), attribution: z.string(), streets: z.literal(true).optional() })
    .nullish(),
  /** The cursor from which the page follows changes; absent if nobody is signed in. */
  cursor: z.string().optional(),
  /** When the session ends, however it is used; absent if nobody is signed in. */
  endsAt: Instant.optional(),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** A session ends after this long without use, in milliseconds. */
export const SESSION_IDLE_MS = 30 * 60_000;

export const DemoSignIn = z.strictObject({ role: Role });
export type DemoSignIn = z.infer<typeof DemoSignIn>;

/** The name of an operator. */
export const OperatorName = z.string().trim().min(1).max(100);
const NewPassword = z.string().min(8).max(1024);

export const PasswordSignIn = z.strictObject({
  name: OperatorName,
  password: z.string().min(1).max(1024),
});
export type PasswordSignIn = z.infer<typeof PasswordSignIn>;

/** A new password for the signed-in operator. */
export const PasswordChange = z.strictObject({
  current: z.string().min(1).max(1024),
  next: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** A new password, authorised by a one-time code from the command line. */
export const PasswordReset = z.strictObject({
  code: z.string().trim().min(1).max(100),
  password: NewPassword,
});
export type PasswordReset = z.infer<typeof PasswordReset>;

export const FirstAdministrator = z.strictObject({
  code: z.string().trim().min(1).max(100),
  name: OperatorName,
  password: NewPassword,
});
export type FirstAdministrator = z.infer<typeof FirstAdministrator>;

/** An attempt to sign in by the identity provider, or to confirm who is signed in. */
export const ProviderAttempt = z.strictObject({ confirms: z.boolean() });
export type ProviderAttempt = z.infer<typeof ProviderAttempt>;

/** What the identity provider adds to the address of the sign-in page. */
export const ProviderAnswer = z.strictObject({
  state: z.string().max(200),
  code: z.string().max(4000).optional(),
  iss: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
});
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

/** The session that began, or in which it was confirmed who is signed in. */
export const ProviderEntry = SessionAnswer.extend({ confirmed: z.boolean() });
export type ProviderEntry = z.infer<typeof ProviderEntry>;

/** For whom a one-time code sets a password. */
export const PasswordLink = z.object({
  purpose: z.enum(['invitation', 'reset']),
  name: z.string(),
  role: Role,
});
export type PasswordLink = z.infer<typeof PasswordLink>;
