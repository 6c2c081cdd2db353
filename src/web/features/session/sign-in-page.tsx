import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { SIGN_OUT_NOT_STORED } from '../../../domain/sign-out.ts';
import { isSignedOut } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { sessionQuery } from '../../api/session.ts';
import { SIGN_IN } from '../../api/sign-in-calls.ts';
import { cardStyle } from '../../components/card-style.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { safeReturnTo } from './return-to.ts';
import type { SignInSearch } from './sign-in-search.ts';
import { SignInPicture } from './sign-in-picture.tsx';
import { DemoWays } from './demo-ways.tsx';
import { PasswordWays, SetupForm } from './password-ways.tsx';

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
  useDocumentTitle('Sign in');
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

  const { demo, password, setup } = session?.signIn ?? { demo: [], password: false, setup: false };
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ ...cardStyle, width: 'min(400px, 100%)' }}>
        <Box sx={{ bgcolor: 'background.default', borderBottom: 1, borderColor: 'divider' }}>
          <SignInPicture />
        </Box>
        <Box sx={{ p: 3, display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <img src="/icon.svg" alt="" width={36} height={36} />
            <Typography variant="h1">Sign in to Gridhelm</Typography>
          </Box>
          <Typography>
            Send Commands to whole fleets of energy devices, and see what happened on each one.
          </Typography>
          {search.why === 'ended' && (
            <Typography component="output">
              Your session has ended: it was not used for 30 minutes, reached 12 hours, or was ended
              elsewhere. Sign in to return to where you were; drafts are kept in this tab.
            </Typography>
          )}
          {search.unstored === '1' && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {SIGN_OUT_NOT_STORED}
            </Typography>
          )}
          <Refusal error={error} />
          {session === undefined && sessionError === null && (
            <BlockSkeleton height={160} what="how to sign in" />
          )}
          {session === undefined && sessionError !== null && (
            <ErrorPanel
              what="Signing in is not possible"
              error={sessionError}
              onRetry={() => void refetch()}
            />
          )}
          {demo.length > 0 && <DemoWays roles={demo} busy={busy} onDemo={enter(SIGN_IN.demo)} />}
          {demo.length > 0 && (password || setup) && <Divider>or</Divider>}
          {setup && <SetupForm busy={busy} onSubmit={enter(SIGN_IN.setup)} />}
          {password && !setup && (
            <PasswordWays
              busy={busy}
              onPassword={enter(SIGN_IN.password)}
              onReset={enter(SIGN_IN.reset)}
            />
          )}
          {session !== undefined && demo.length === 0 && !password && !setup && (
            <Typography>
              This console offers no way to sign in. Its administrator has to set one up.
            </Typography>
          )}
        </Box>
      </Box>
    </Box>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (error === null) return null;
  if (!isSignedOut(error)) return <ErrorPanel what="Not signed in" error={error} />;
  return (
    <Typography role="alert" sx={{ color: 'error.main' }}>
      Not signed in: {errorText(error).serverMessages.join(' ')}
    </Typography>
  );
}
