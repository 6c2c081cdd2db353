import Brightness4OutlinedIcon from '@mui/icons-material/Brightness4Outlined';
import DarkModeOutlinedIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlinedIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import PublicIcon from '@mui/icons-material/Public';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { errorText } from '../../api/errors.ts';
import { signOutMutation, useOperator } from '../../api/session.ts';
import { browserZone, setPreferences, usePreferences } from '../../theme/preferences.ts';
import { MODE_KEY } from '../../theme/theme.ts';
import { NotifyControl } from './notify-control.tsx';
import { PasswordControl } from './password-control.tsx';
import { RailButton } from './rail-item.tsx';

const SCHEMES = {
  system: { next: 'light', icon: Brightness4OutlinedIcon, label: 'as the system' },
  light: { next: 'dark', icon: LightModeOutlinedIcon, label: 'light' },
  dark: { next: 'system', icon: DarkModeOutlinedIcon, label: 'dark' },
} as const;

/** Colour scheme, time zone, the signed-in operator, and the sign-out button. */
export function OperatorControls({ collapsed }: { collapsed: boolean }) {
  const operator = useOperator();
  const client = useQueryClient();
  const router = useRouter();
  const { mode = 'system', setMode } = useColorScheme();
  const { zone } = usePreferences();
  const leave = useMutation(signOutMutation(client));
  const signOut = async (): Promise<void> => {
    try {
      await leave.mutateAsync();
    } catch {
      return;
    }
    sessionStorage.clear();
    // Signing out clears the site's data in the browser; the colour scheme is not private.
    setPreferences({});
    localStorage.setItem(MODE_KEY, mode);
    await router.navigate({ to: '/sign-in', search: {} });
  };

  const scheme = SCHEMES[mode];
  const zoneText = zone === 'utc' ? 'UTC' : browserZone();
  return (
    <>
      <RailButton
        label={`Colours: ${scheme.label}. Change`}
        text={`Colours: ${mode}`}
        icon={scheme.icon}
        collapsed={collapsed}
        onClick={() => setMode(scheme.next)}
      />
      <RailButton
        label={`Times are shown in ${zoneText}. Change`}
        text={zoneText}
        icon={PublicIcon}
        collapsed={collapsed}
        onClick={() => setPreferences({ zone: zone === 'utc' ? 'browser' : 'utc' })}
      />
      <NotifyControl collapsed={collapsed} />
      {operator !== null && !collapsed && (
        <Box sx={{ px: 1.25, pt: 1, mt: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Typography sx={{ fontWeight: 600 }}>{operator.name}</Typography>
          <Typography variant="caption" color="textSecondary">
            signed in as {operator.role}
          </Typography>
        </Box>
      )}
      {operator !== null && <PasswordControl collapsed={collapsed} />}
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
