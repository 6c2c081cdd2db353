import { z } from '../zod.ts';
import {
  DemoSignIn,
  FirstAdministrator,
  PasswordChange,
  PasswordReset,
  PasswordSignIn,
  SessionAnswer,
} from './session.ts';

const none = z.strictObject({});

/** Routes that are open without a session. */
export const OPEN_ROUTES = [
  'session',
  'demoSignIn',
  'passwordSignIn',
  'firstAdministrator',
  'resetPassword',
  'signOut',
] as const;

/** What the console's server offers for signing in and out. */
export const SESSION_ROUTES = {
  session: {
    method: 'GET',
    path: '/auth/session',
    params: none,
    query: none,
    body: null,
    answer: SessionAnswer,
  },
  demoSignIn: {
    method: 'POST',
    path: '/auth/demo',
    params: none,
    query: none,
    body: DemoSignIn,
    answer: SessionAnswer,
  },
  passwordSignIn: {
    method: 'POST',
    path: '/auth/sign-in',
    params: none,
    query: none,
    body: PasswordSignIn,
    answer: SessionAnswer,
  },
  firstAdministrator: {
    method: 'POST',
    path: '/auth/setup',
    params: none,
    query: none,
    body: FirstAdministrator,
    answer: SessionAnswer,
  },
  /** Sets a new password by a one-time code, and signs in. */
  resetPassword: {
    method: 'POST',
    path: '/auth/reset',
    params: none,
    query: none,
    body: PasswordReset,
    answer: SessionAnswer,
  },
  /** Sets a new password of who is signed in; other sessions of theirs end. */
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    params: none,
    query: none,
    body: PasswordChange,
    answer: null,
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    params: none,
    query: none,
    body: null,
    answer: null,
  },
} as const;
