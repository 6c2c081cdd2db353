import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
  Role,
  SessionAnswer,
} from '../../../contract/console/session.ts';
import { errorText } from '../../api/errors.ts';
import { isSignedOut } from '../../api/query-client.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { PasswordWays, SetupForm } from './password-ways.tsx';

interface SignInViewProps {
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

/** Short descriptions of the roles. */
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but the audit log, changes nothing',
  operator: 'sends Commands',
  approver: 'sends Commands, sets tariffs, reads the audit log; approvals are not there yet',
  administrator: 'does everything, also fills the directory',
};

/** The sign-in methods of this console. */
export function SignInView(props: SignInViewProps) {
  useDocumentTitle('Sign in');
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ width: 'min(400px, 100%)', display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <img src="/icon.svg" alt="" width={36} height={36} />
          <Box>
            <Typography variant="h1">Sign in to Gridhelm</Typography>
            <Typography variant="body2" color="textSecondary">
              Operations console for fleets of energy devices
            </Typography>
          </Box>
        </Box>
        <Refusal error={props.error} />
        <Ways {...props} />
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
      {demo.length > 0 && (
        <Box component="section" aria-label="Demo" sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="body2" color="textSecondary">
            The devices behind this console are simulated. Choose who you want to be:
          </Typography>
          {demo.map((role) => (
            <Button
              key={role}
              variant={role === 'operator' ? 'contained' : 'outlined'}
              color={role === 'operator' ? 'primary' : 'inherit'}
              disabled={busy}
              onClick={() => onDemo(role)}
              sx={{
                flexDirection: 'column',
                alignItems: 'flex-start',
                py: 0.75,
                textAlign: 'left',
              }}
            >
              <span>Continue as {role}</span>
              <Typography variant="caption" component="span">
                {ROLE_LABELS[role]}
              </Typography>
            </Button>
          ))}
        </Box>
      )}
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
