import { useEffect, useState } from 'react';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { SIGN_IN } from '../../api/sign-in-calls.ts';
import { safeReturnTo } from './return-to.ts';
import type { SignInSearch } from './sign-in-search.ts';
import { SignInView } from './sign-in-view.tsx';

interface SignInPageProps {
  search: SignInSearch;
  /** What was read of the session before, if anything. */
  known: SessionAnswer | undefined;
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
export function SignInPage({ search, known, read, onEntered }: SignInPageProps) {
  const [session, setSession] = useState(known);
  const [sessionError, setSessionError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    let left = false;
    const look = async (): Promise<void> => {
      try {
        const answer = await read();
        if (left) return;
        setSession(answer);
        setSessionError(null);
      } catch (thrown) {
        if (!left) setSessionError(thrown);
      }
    };
    void look();
    return () => {
      left = true;
    };
    // The same for as long as the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);

  const again = () => setAttempt((before) => before + 1);
  useEffect(() => {
    if (sessionError === null) return;
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
    };
  }, [sessionError]);

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
      onRetry={again}
      busy={busy}
      error={error}
      onDemo={enter(SIGN_IN.demo)}
      onPassword={enter(SIGN_IN.password)}
      onSetup={enter(SIGN_IN.setup)}
      onReset={enter(SIGN_IN.reset)}
    />
  );
}
