import type {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
  ProviderAnswer,
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

/** Where to sign in at the identity provider. @param confirms whether one is signed in, and confirms it */
export const providerUrl = async (confirms: boolean): Promise<string> =>
  (await call(SESSION_ROUTES.beginProvider, { body: { confirms } })).url;

/** Signs in with what the identity provider answered, or confirms who is signed in. */
export const finishProvider = (answer: ProviderAnswer) =>
  call(SESSION_ROUTES.finishProvider, { body: answer });

/** Where to sign out at the identity provider too, or null: it offers nothing, or is away. */
export async function providerSignOutUrl(): Promise<string | null> {
  try {
    return (await call(SESSION_ROUTES.leaveProvider)).url;
  } catch {
    // The session here has ended; nothing more can be done from here.
    return null;
  }
}
