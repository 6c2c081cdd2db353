import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_ROUTES } from '../../../contract/console/session-routes.ts';
import { type SessionAnswer, PasswordReset } from '../../../contract/console/session.ts';
import { isSignedInAlready } from '../../api/client.ts';
import { mutationOf, query } from '../../api/query.ts';
import { signOutMutation } from '../../api/session.ts';
import { SIGN_IN } from '../../api/sign-in-calls.ts';
import { TextLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Read } from '../../components/read.tsx';
import { useDocumentTitle } from '../../components/page-header.tsx';
import { NEW_PASSWORD, SignInForm } from './password-ways.tsx';

interface SetPasswordPageProps {
  /** The one-time code of the link. */
  code: string;
  /** Begins the session. */
  onEntered: (answer: SessionAnswer) => Promise<void>;
}

/** What the link of an invitation or of a reset opens: the operator chooses a password and is signed in. */
export function SetPasswordPage({ code, onEntered }: SetPasswordPageProps) {
  useDocumentTitle('Choose a password');
  const client = useQueryClient();
  const link = useQuery({
    ...query(SESSION_ROUTES.readLink, { body: { code } }),
    retry: false,
    staleTime: Infinity,
  });
  const setting = useMutation(mutationOf(SIGN_IN.reset));
  const signOut = useMutation(signOutMutation(client));
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ ...cardStyle, width: 'min(440px, 100%)', p: 3, display: 'grid', gap: 2 }}>
        <Typography variant="h1">Choose a password</Typography>
        {link.error !== null && link.data === undefined ? (
          <>
            <ErrorPanel what="The link cannot be used" error={link.error} />
            {isSignedInAlready(link.error) && (
              <Button
                variant="outlined"
                color="inherit"
                disabled={signOut.isPending}
                onClick={() => signOut.mutate(undefined, { onSettled: () => void link.refetch() })}
              >
                Sign out and open the link
              </Button>
            )}
            <TextLink to="/sign-in">Sign in instead</TextLink>
          </>
        ) : (
          <Read query={link} what="the invitation" height={160}>
            {({ purpose, name, role }) => (
              <>
                <Typography>
                  {purpose === 'invitation'
                    ? `You are invited to Gridhelm as ${name}, with the role ${role}.`
                    : `A new password for ${name}. All sessions of ${name} end.`}
                </Typography>
                <ErrorPanel what="The password was not set" error={setting.error} />
                <SignInForm
                  label="Choose a password"
                  title={name}
                  schema={PasswordReset.omit({ code: true })}
                  fields={[NEW_PASSWORD]}
                  action="Set the password and sign in"
                  busy={setting.isPending}
                  onSubmit={({ password }) =>
                    setting.mutate(
                      { code, password },
                      { onSuccess: (answer) => void onEntered(answer) },
                    )
                  }
                />
              </>
            )}
          </Read>
        )}
      </Box>
    </Box>
  );
}
