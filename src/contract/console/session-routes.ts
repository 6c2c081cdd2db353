import { z } from '../zod.ts';
import { get, post } from '../route.ts';
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
  session: get('/auth/session', { shows: ['session'], answer: SessionAnswer }),
  demoSignIn: post('/auth/demo', { body: DemoSignIn, answer: SessionAnswer }),
  passwordSignIn: post('/auth/sign-in', { body: PasswordSignIn, answer: SessionAnswer }),
  firstAdministrator: post('/auth/setup', { body: FirstAdministrator, answer: SessionAnswer }),
  /** For whom a one-time code sets a password, without using it. */
  readLink: post('/auth/link', { body: PasswordReset.pick({ code: true }), answer: PasswordLink }),
  /** Sets a new password by a one-time code, and signs in. */
  resetPassword: post('/auth/reset', { body: PasswordReset, answer: SessionAnswer }),
  /** Sets a new password for the signed-in operator; their other sessions end. */
  changePassword: post('/auth/password', { body: PasswordChange }),
  /** Proves again who is signed in, before an act that needs it. */
  confirmIdentity: post('/auth/confirm', { body: PasswordSignIn.pick({ password: true }) }),
  signOut: post('/auth/sign-out'),
  /** Begins an attempt to sign in by the identity provider, or to confirm who is signed in. */
  beginProvider: post('/auth/provider', {
    body: ProviderAttempt,
    answer: z.object({ url: z.string() }),
  }),
  /** Ends an attempt with what the identity provider answered, once. */
  finishProvider: post('/auth/provider/answer', { body: ProviderAnswer, answer: ProviderEntry }),
  /** Where to sign out at the identity provider too; null: it does not offer that. */
  leaveProvider: post('/auth/provider/sign-out', {
    answer: z.object({ url: z.string().nullable() }),
  }),
};
