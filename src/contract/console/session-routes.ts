import { z } from '../zod.ts';
import { GET, POST } from './route-parts.ts';
import {
  DemoSignIn,
  FirstAdministrator,
  PasswordChange,
  PasswordLink,
  PasswordReset,
  PasswordSignIn,
  ProviderAnswer,
  ProviderAttempt,
  ProviderEntry,
  SessionAnswer,
} from './session.ts';

/** Routes that are open without a session. */
export const OPEN_ROUTES = [
  'session',
  'demoSignIn',
  'passwordSignIn',
  'firstAdministrator',
  'readLink',
  'resetPassword',
  'signOut',
  'beginProvider',
  'finishProvider',
  'leaveProvider',
] as const;

/** Routes for signing in and out. */
export const SESSION_ROUTES = {
  session: { ...GET, path: '/auth/session', shows: ['session'], answer: SessionAnswer },
  demoSignIn: { ...POST, path: '/auth/demo', body: DemoSignIn, answer: SessionAnswer },
  passwordSignIn: { ...POST, path: '/auth/sign-in', body: PasswordSignIn, answer: SessionAnswer },
  firstAdministrator: {
    ...POST,
    path: '/auth/setup',
    body: FirstAdministrator,
    answer: SessionAnswer,
  },
  /** For whom a one-time code sets a password, without using it. */
  readLink: {
    ...POST,
    path: '/auth/link',
    body: PasswordReset.pick({ code: true }),
    answer: PasswordLink,
  },
  /** Sets a new password by a one-time code, and signs in. */
  resetPassword: { ...POST, path: '/auth/reset', body: PasswordReset, answer: SessionAnswer },
  /** Sets a new password for the signed-in operator; their other sessions end. */
  changePassword: { ...POST, path: '/auth/password', body: PasswordChange, answer: null },
  /** Proves again who is signed in, before an act that needs it. */
  confirmIdentity: {
    ...POST,
    path: '/auth/confirm',
    body: PasswordSignIn.pick({ password: true }),
    answer: null,
  },
  signOut: { ...POST, path: '/auth/sign-out', answer: null },
  /** Begins an attempt to sign in by the identity provider, or to confirm who is signed in. */
  beginProvider: {
    ...POST,
    path: '/auth/provider',
    body: ProviderAttempt,
    answer: z.object({ url: z.string() }),
  },
  /** Ends an attempt with what the identity provider answered, once. */
  finishProvider: {
    ...POST,
    path: '/auth/provider/answer',
    body: ProviderAnswer,
    answer: ProviderEntry,
  },
  /** Where to sign out at the identity provider too; null: it does not offer that. */
  leaveProvider: {
    ...POST,
    path: '/auth/provider/sign-out',
    answer: z.object({ url: z.string().nullable() }),
  },
} as const;
