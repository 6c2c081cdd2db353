import type {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
  Role,
  SessionAnswer,
} from '../../contract/console/session.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { callConsole, RETRY_DELAY_MS, shouldRetryRead } from './client.ts';

/** Reads who is signed in and how to sign in, without the query cache, which that page does not load. */
export async function readSession(): Promise<SessionAnswer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await callConsole(SESSION_ROUTES.session);
    } catch (thrown) {
      if (!shouldRetryRead(failures, thrown)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

/** The ways to sign in. Each answers the new session. */
export const SIGN_IN = {
  /** As one of the demo's roles. */
  demo: (role: Role) => callConsole(SESSION_ROUTES.demoSignIn, { body: { role } }),
  /** With name and password. */
  password: (form: PasswordSignIn) => callConsole(SESSION_ROUTES.passwordSignIn, { body: form }),
  /** Creates the first administrator with the one-time code. */
  setup: (form: FirstAdministrator) =>
    callConsole(SESSION_ROUTES.firstAdministrator, { body: form }),
  /** Sets a new password with a one-time code from the command line. */
  reset: (form: PasswordReset) => callConsole(SESSION_ROUTES.resetPassword, { body: form }),
} as const;
