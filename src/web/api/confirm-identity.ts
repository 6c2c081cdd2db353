import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import { call, isUnconfirmed } from './client.ts';

/** A question for the password; answered by who it is asked of. */
export interface PasswordQuestion {
  /** The password was right: the act that waits is performed. */
  confirmed(): void;
  /** The act stays undone. */
  givenUp(): void;
}

let ask: ((question: PasswordQuestion) => void) | null = null;

/** Names who asks for the password. @returns stops asking */
export function onPasswordWanted(asker: (question: PasswordQuestion) => void): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/**
 * Performs an act that may need the password again: if the server refuses it for that, the operator is asked, and it is
 * performed once they confirmed. The refused request had no effect.
 */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    const asker = ask;
    if (!isUnconfirmed(thrown) || asker === null) throw thrown;
    const isConfirmed = await new Promise<boolean>((resolve) => {
      asker({ confirmed: () => resolve(true), givenUp: () => resolve(false) });
    });
    if (!isConfirmed) throw thrown;
    return act();
  }
}

/** Proves who is signed in. @throws ApiError if the password is wrong */
export function confirmIdentity(password: string): Promise<null> {
  return call(SESSION_ROUTES.confirmIdentity, { body: { password } });
}
