import type {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
  Role,
} from '../../contract/console/session.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { call } from './client.ts';

/** The ways to sign in. Each answers the new session. */
export const SIGN_IN = {
  /** As one of the demo's roles. */
  demo: (role: Role) => call(SESSION_ROUTES.demoSignIn, { body: { role } }),
  /** With name and password. */
  password: (form: PasswordSignIn) => call(SESSION_ROUTES.passwordSignIn, { body: form }),
  /** Creates the first administrator with the one-time code. */
  setup: (form: FirstAdministrator) => call(SESSION_ROUTES.firstAdministrator, { body: form }),
  /** Sets a new password with a one-time code from the command line. */
  reset: (form: PasswordReset) => call(SESSION_ROUTES.resetPassword, { body: form }),
} as const;
