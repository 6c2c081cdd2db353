import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
  Role,
  SessionAnswer,
} from '../../../contract/console/session.ts';
import { SIGN_OUT_NOT_STORED } from '../../../domain/sign-out.ts';
import { isSignedOut } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { cardStyle } from '../../components/card-style.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { DemoWays } from './demo-ways.tsx';
import { PasswordWays, SetupForm } from './password-ways.tsx';
import { SignInPicture } from './sign-in-picture.tsx';

interface SignInViewProps {
  /** Whether the operator has just signed out, which could not be stored. */
  unstored: boolean;
  session: SessionAnswer | undefined;
  sessionError: unknown;
  onRetry: () => void;
  busy: boolean;
  error: unknown;
  onDemo: (role: Role) => void;
  onPassword: (form: PasswordSignIn) => void;
  onSetup: (form: FirstAdministrator) => void;
  onReset: (form: PasswordReset) => void;
}

/** The sign-in methods of this console. */
export function SignInView(props: SignInViewProps) {
  useDocumentTitle('Sign in');
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
          {props.unstored && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {SIGN_OUT_NOT_STORED}
            </Typography>
          )}
          <Refusal error={props.error} />
          <Ways {...props} />
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

function Ways({
  session,
  sessionError,
  onRetry,
  busy,
  onDemo,
  onPassword,
  onSetup,
  onReset,
}: SignInViewProps) {
  if (session === undefined) {
    return sessionError === null ? (
      <BlockSkeleton height={160} what="how to sign in" />
    ) : (
      <ErrorPanel what="Signing in is not possible" error={sessionError} onRetry={onRetry} />
    );
  }
  const { demo, password, setup } = session.signIn;
  const none = demo.length === 0 && !password && !setup;
  return (
    <>
      {demo.length > 0 && <DemoWays roles={demo} busy={busy} onDemo={onDemo} />}
      {demo.length > 0 && (password || setup) && <Divider>or</Divider>}
      {setup && <SetupForm busy={busy} onSubmit={onSetup} />}
      {password && !setup && <PasswordWays busy={busy} onPassword={onPassword} onReset={onReset} />}
      {none && (
        <Typography>
          This console offers no way to sign in. Its administrator has to set one up.
        </Typography>
      )}
    </>
  );
}
