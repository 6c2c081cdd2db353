import LogoutIcon from '@mui/icons-material/Logout';
import PublicIcon from '@mui/icons-material/Public';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { errorText } from '../../api/errors.ts';
import { isSignedOutUnstored, signOutMutation, useOperator } from '../../api/session.ts';
import { browserZone, setPreferences, usePreferences } from '../../theme/preferences.ts';
import { keepColorMode } from '../../theme/theme.ts';
import { RailButton } from './rail-item.tsx';

/** Initials of the first and the last part of a name. */
function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  return [parts[0], last].map((part) => part?.charAt(0).toUpperCase() ?? '').join('');
}

/** The signed-in operator, the time zone, and the sign-out button; everything else is on Settings. */
export function OperatorControls({ collapsed }: { collapsed: boolean }) {
  const operator = useOperator();
  const client = useQueryClient();
  const router = useRouter();
  const { mode = 'system' } = useColorScheme();
  const { zone } = usePreferences();
  const leave = useMutation(signOutMutation(client));
  const signOut = async (): Promise<void> => {
    let search: { unstored?: '1' } = {};
    try {
      await leave.mutateAsync();
    } catch (thrown) {
      if (!isSignedOutUnstored(thrown)) return;
      search = { unstored: '1' };
    }
    sessionStorage.clear();
    // Signing out clears the site's data in the browser; the colour scheme is not private.
    setPreferences({});
    keepColorMode(mode);
    await router.navigate({ to: '/sign-in', search });
  };

  const zoneText = zone === 'utc' ? 'UTC' : browserZone();
  return (
    <>
      {operator !== null && !collapsed && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1,
            pt: 1.25,
            pb: 0.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              flex: 'none',
              display: 'grid',
              placeItems: 'center',
              width: 28,
              height: 28,
              borderRadius: '50%',
              fontSize: '0.75rem',
              fontWeight: 600,
              bgcolor: 'primary.main',
              color: 'primary.contrastText',
            }}
          >
            {initialsOf(operator.name)}
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap sx={{ fontWeight: 500, fontSize: '0.8125rem' }}>
              {operator.name}
            </Typography>
            <Typography variant="caption" component="div" noWrap color="textSecondary">
              signed in as {operator.role}
            </Typography>
          </Box>
        </Box>
      )}
      <RailButton
        label={`Times are shown in ${zoneText}. Change`}
        text={zoneText}
        icon={PublicIcon}
        collapsed={collapsed}
        onClick={() => setPreferences({ zone: zone === 'utc' ? 'browser' : 'utc' })}
      />
      <RailButton
        label={
          operator === null || !collapsed
            ? 'Sign out'
            : `Sign out ${operator.name}, ${operator.role}`
        }
        icon={LogoutIcon}
        collapsed={collapsed}
        onClick={() => void signOut()}
      />
      {leave.isError && (
        <Typography role="alert" variant="caption" sx={{ px: 1.25, color: 'error.main' }}>
          Not signed out: {errorText(leave.error).title}
        </Typography>
      )}
    </>
  );
}
