import { useCallback, useEffect, useState } from 'react';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { SIGN_IN } from '../../api/sign-in-calls.ts';
import { safeReturnTo } from './return-to.ts';
import type { SignInSearch } from './sign-in-search.ts';
import { SignInView } from './sign-in-view.tsx';

interface SignInPageProps {
  search: SignInSearch;
  /** Reads who is signed in and how to sign in. */
  read: () => Promise<SessionAnswer>;
  /**
   * Begins the session.
   * @param href the page to open, a path of this console
   * @returns once this page is left
   */
  onEntered: (answer: SessionAnswer, href: string) => Promise<void>;
}

/**
 * Signs an operator in and returns to where they were. Knows neither the router nor the query cache: a visitor
 * who is signed out loads this page without them.
 */
export function SignInPage({ search, read, onEntered }: SignInPageProps) {
  const [session, setSession] = useState<SessionAnswer>();
  const [sessionError, setSessionError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const look = useCallback(async (): Promise<void> => {
    try {
      setSession(await read());
      setSessionError(null);
    } catch (thrown) {
      setSessionError(thrown);
    }
  }, [read]);
  useEffect(() => {
    const first = async (): Promise<void> => look();
    void first();
  }, [look]);

  useEffect(() => {
    if (busy) return;
    // The server may be back, or an operator may have signed in in another tab.
    const again = () => void look();
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
    };
  }, [busy, look]);

  /** A new attempt clears the result of the previous one. */
  const enter =
    <T,>(way: (form: T) => Promise<SessionAnswer>) =>
    (form: T): void => {
      setBusy(true);
      setError(null);
      way(form)
        .then((answer) => onEntered(answer, safeReturnTo(search.returnTo)))
        .catch(setError)
        .finally(() => setBusy(false));
    };

  return (
    <SignInView
      unstored={search.unstored === '1'}
      session={session}
      sessionError={sessionError}
      onRetry={() => void look()}
      busy={busy}
      error={error}
      onDemo={enter(SIGN_IN.demo)}
      onPassword={enter(SIGN_IN.password)}
      onSetup={enter(SIGN_IN.setup)}
      onReset={enter(SIGN_IN.reset)}
    />
  );
}
