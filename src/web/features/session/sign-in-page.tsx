import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { sessionQuery } from '../../api/session.ts';
import { SIGN_IN } from '../../api/sign-in-calls.ts';
import { safeReturnTo } from './return-to.ts';
import type { SignInSearch } from './sign-in-search.ts';
import { SignInView } from './sign-in-view.tsx';

interface SignInPageProps {
  search: SignInSearch;
  /**
   * Begins the session.
   * @param href the page to open, a path of this console
   * @returns once this page is left
   */
  onEntered: (answer: SessionAnswer, href: string) => Promise<void>;
}

/** Signs an operator in and returns to where they were. */
export function SignInPage({ search, onEntered }: SignInPageProps) {
  const {
    data: session,
    error: sessionError,
    refetch,
  } = useQuery({
    ...sessionQuery,
    // The server may be back, or an operator may have signed in in another tab.
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: 'always',
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [wasOut, setWasOut] = useState(false);
  if (session?.operator === null && !wasOut) setWasOut(true);
  const href = safeReturnTo(search.returnTo);

  useEffect(() => {
    // Signed in meanwhile in another tab. One who came here signed in may want to be another operator.
    if (wasOut && !busy && session !== undefined && session.operator !== null) {
      void onEntered(session, href);
    }
  }, [wasOut, busy, session, href, onEntered]);

  /** A new attempt clears the result of the previous one. */
  const enter =
    <T,>(way: (form: T) => Promise<SessionAnswer>) =>
    (form: T): void => {
      setBusy(true);
      setError(null);
      way(form)
        .then((answer) => onEntered(answer, href))
        .catch(setError)
        .finally(() => setBusy(false));
    };

  return (
    <SignInView
      unstored={search.unstored === '1'}
      session={session}
      sessionError={sessionError}
      onRetry={() => void refetch()}
      busy={busy}
      error={error}
      onDemo={enter(SIGN_IN.demo)}
      onPassword={enter(SIGN_IN.password)}
      onSetup={enter(SIGN_IN.setup)}
      onReset={enter(SIGN_IN.reset)}
    />
  );
}
