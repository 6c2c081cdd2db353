import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { BASE } from '../../api/base.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SessionAnswer, Role } from '../../../contract/console/session.ts';
import { z } from '../../../contract/zod.ts';
import { SIGN_OUT_NOT_STORED } from '../../../domain/sign-out.ts';
import { ApiError } from '../../api/client.ts';
import { tellConfirmed } from '../../api/confirmed-elsewhere.ts';
import { errorText } from '../../api/errors.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';
import { sessionQuery } from '../../api/session.ts';
import { finishProvider, providerUrl, SIGN_IN } from '../../api/sign-in-calls.ts';
import { cardStyle } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { BlockSkeleton } from '../../components/read.tsx';
import { useDocumentTitle } from '../../components/page-header.tsx';
import { EmergencyWay, PasswordWays, SetupForm } from './password-ways.tsx';
import { SignInPicture } from './sign-in-picture.tsx';
import { answerOf, type SignInSearch, safeReturnTo } from './sign-in-search.ts';

/** The page to return to, while the tab is at the identity provider. */
const beforeProvider = keptInTab('gridhelm-return-to', z.string());

interface SignInPageProps {
  search: SignInSearch;
  /**
   * Begins the session.
   * @param href the page to open, a path of this console
   * @returns once this page is left
   */
  onEntered: (answer: SessionAnswer, href: string) => Promise<void>;
  /** Takes what the identity provider answered out of the address, since it works once, and puts `returnTo` in again. */
  onAnswerTaken: (returnTo: string) => void;
}

/** Signs an operator in and returns to where they were. */
export function SignInPage({ search, onEntered, onAnswerTaken }: SignInPageProps) {
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
  const [answer] = useState(() => answerOf(search));
  const [before] = useState(() => (answer === null ? null : beforeProvider.load()));
  const [busy, setBusy] = useState(answer !== null);
  const [confirmed, setConfirmed] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [wasOut, setWasOut] = useState(false);
  if (session?.operator === null && !wasOut) setWasOut(true);
  const href = safeReturnTo(search.returnTo ?? before ?? undefined);

  useEffect(() => {
    // Signed in meanwhile in another tab. One who came here signed in may want to be another operator.
    if (wasOut && !busy && session !== undefined && session.operator !== null) {
      void onEntered(session, href);
    }
  }, [wasOut, busy, session, href, onEntered]);

  useEffect(() => {
    if (answer === null) return;
    onAnswerTaken(href);
    // Asked for twice at once, as by React in development, it is sent once.
    finishProvider(answer)
      .then(async (entered) => {
        if (!entered.confirmed) return onEntered(entered, href);
        setConfirmed(true);
        tellConfirmed();
        return undefined;
      })
      .catch(setError)
      .finally(() => setBusy(false));
  }, [answer, href, onEntered, onAnswerTaken]);

  /** A new attempt clears the result of the previous one. */
  const enter =
    <T,>(way: (form: T) => Promise<SessionAnswer>) =>
    (form: T): void => {
      setBusy(true);
      setError(null);
      way(form)
        .then((entered) => onEntered(entered, href))
        .catch(setError)
        .finally(() => setBusy(false));
    };

  const toProvider = () => {
    setBusy(true);
    setError(null);
    beforeProvider.save(href);
    providerUrl(false)
      .then((url) => window.location.assign(url))
      .catch(setError)
      // The page may be back as it was, by the browser's button.
      .finally(() => setBusy(false));
  };

  const {
    demo,
    password,
    setup,
    provider = null,
  } = session?.signIn ?? { demo: [], password: false, setup: false };
  if (confirmed) return <Confirmed />;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ ...cardStyle, width: 'min(400px, 100%)', overflow: 'hidden' }}>
        <Box sx={{ bgcolor: 'background.default', borderBottom: 1, borderColor: 'divider' }}>
          <SignInPicture />
        </Box>
        <Box sx={{ p: 3, display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <img src={`${BASE}/icon.svg`} alt="" width={36} height={36} />
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
          <Refusal
            what={answer === null || wasOut ? 'Not signed in' : 'Not confirmed'}
            error={error}
          />
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
          {provider !== null && (
            <>
              <Button variant="contained" size="large" disabled={busy} onClick={toProvider}>
                {busy ? 'Signing in' : `Sign in with ${provider}`}
              </Button>
              <EmergencyWay busy={busy} onReset={enter(SIGN_IN.reset)} />
            </>
          )}
          {session !== undefined &&
            demo.length === 0 &&
            !password &&
            !setup &&
            provider === null && (
              <Typography>
                This console offers no way to sign in. Its administrator has to set one up.
              </Typography>
            )}
        </Box>
      </Box>
    </Box>
  );
}

/** What is left in the tab of the identity provider after a confirmation. */
function Confirmed() {
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ ...cardStyle, width: 'min(400px, 100%)', p: 3 }}>
        <Typography variant="h1" sx={{ mb: 1.5 }}>
          It is you
        </Typography>
        <Typography component="output">
          Close this tab and return to the one where you were: it goes on by itself.
        </Typography>
      </Box>
    </Box>
  );
}

/** What the server says of these is all there is to know. */
const SAID_IN_A_SENTENCE = new Set<string | undefined>([
  'not_signed_in',
  'forbidden',
  'provider_unavailable',
]);

function Refusal({ what, error }: { what: string; error: unknown }) {
  if (error === null) return null;
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (!SAID_IN_A_SENTENCE.has(code)) return <ErrorPanel what={what} error={error} />;
  return (
    <Typography role="alert" sx={{ color: 'error.main' }}>
      {what}: {errorText(error).serverMessages.join(' ')}
    </Typography>
  );
}

/** Short descriptions of the roles. */
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but the audit log, changes nothing',
  operator: 'sends Commands, offboards Entities',
  approver: 'sends Commands, approves those of others, sets tariffs, reads the audit log',
  administrator: 'does everything, also fills the directory and manages operators',
};

interface DemoWaysProps {
  /** The roles that the demo offers, at least one. */
  roles: readonly Role[];
  busy: boolean;
  onDemo: (role: Role) => void;
}

/** Signs in without a password: as operator with one click, or in another role from a menu. */
function DemoWays({ roles, busy, onDemo }: DemoWaysProps) {
  const main = roles.includes('operator') ? 'operator' : roles[0];
  const others = roles.filter((role) => role !== main);
  return (
    <Box component="section" aria-label="Demo" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        The devices behind this console are simulated: nothing you send reaches a real one.
      </Typography>
      {main !== undefined && (
        <Button variant="contained" size="large" disabled={busy} onClick={() => onDemo(main)}>
          Continue as {main}
        </Button>
      )}
      {others.length > 0 && (
        <Box sx={{ justifySelf: 'start' }}>
          <PopPanel label="Other roles" align="left">
            {others.map((role) => (
              <Button
                key={role}
                color="inherit"
                disabled={busy}
                data-closes=""
                onClick={() => onDemo(role)}
                sx={{
                  flexDirection: 'column',
                  alignItems: 'flex-start',
                  py: 0.75,
                  textAlign: 'left',
                }}
              >
                <span>Continue as {role}</span>
                <Typography variant="caption" component="span" color="textSecondary">
                  {ROLE_LABELS[role]}
                </Typography>
              </Button>
            ))}
          </PopPanel>
        </Box>
      )}
    </Box>
  );
}
