import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import Alert from '@mui/material/Alert';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Snackbar from '@mui/material/Snackbar';
import { useColorScheme } from '@mui/material/styles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createLink, useLocation, useRouter } from '@tanstack/react-router';
import { errorText } from '../../api/errors.ts';
import { isSignedOutUnstored } from '../../api/client.ts';
import { sessionQuery, signOutMutation } from '../../api/session.ts';
import { providerSignOutUrl } from '../../api/sign-in-calls.ts';
import { browserZone, setPreferences, usePreferences } from '../../theme/preferences.ts';
import { keepColorMode } from '../../theme/theme.ts';
import { entryOf, NAV_ENTRIES } from './nav-entries.ts';

const LinkItem = createLink(MenuItem);

/** Ends the session and opens the sign-in page, which says if that could not be stored. */
function useSignOut() {
  const client = useQueryClient();
  const router = useRouter();
  const { mode = 'system' } = useColorScheme();
  const leave = useMutation(signOutMutation(client));
  const signOut = async (): Promise<void> => {
    const byProvider = client.getQueryData(sessionQuery.queryKey)?.byProvider === true;
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
    const url = byProvider && search.unstored === undefined ? await providerSignOutUrl() : null;
    if (url !== null) return window.location.assign(url);
    await router.navigate({ to: '/sign-in', search });
  };
  return { ...leave, signOut };
}

interface AccountMenuProps {
  /** What it opens at; null: closed. */
  anchor: HTMLElement | null;
  /** Whether there is a rail; on a phone the menu holds the pages without room in the bar instead. */
  hasRail: boolean;
  onClose: () => void;
}

/** Time zone, colours, further pages and the end of the session. */
export function AccountMenu({ anchor, hasRail, onClose }: AccountMenuProps) {
  const { mode, systemMode, setMode } = useColorScheme();
  const { zone, railCollapsed } = usePreferences();
  const { signOut, error, reset } = useSignOut();
  const { pathname } = useLocation();
  const here = entryOf(pathname);
  const scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'light' : 'dark';
  const pages = NAV_ENTRIES.filter(({ to, inBar }) => (hasRail ? to === '/settings' : !inBar));
  const act = (doIt: () => void) => () => {
    onClose();
    doIt();
  };
  return (
    <>
      <Menu
        // Inside the landmark of its button.
        disablePortal
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
      >
        {pages.map(({ to, label, icon: Icon }) => (
          <LinkItem key={to} to={to} selected={to === here} onClick={onClose} sx={{ gap: 1 }}>
            <Icon sx={{ fontSize: 18 }} />
            {label}
          </LinkItem>
        ))}
        <LinkItem to="/help" search={{ from: pathname }} onClick={onClose} sx={{ gap: 1 }}>
          <HelpOutlineIcon sx={{ fontSize: 18 }} />
          Help with this page
        </LinkItem>
        <Divider />
        <MenuItem onClick={act(() => setPreferences({ zone: zone === 'utc' ? 'browser' : 'utc' }))}>
          Show times in {zone === 'utc' ? browserZone() : 'UTC'}
        </MenuItem>
        <MenuItem onClick={act(() => setMode(scheme))}>Use {scheme} colors</MenuItem>
        {hasRail && (
          <MenuItem onClick={act(() => setPreferences({ railCollapsed: !railCollapsed }))}>
            {railCollapsed ? 'Widen the menu' : 'Narrow the menu'}
          </MenuItem>
        )}
        <Divider />
        <MenuItem onClick={act(() => void signOut())}>Sign out</MenuItem>
      </Menu>
      <Snackbar open={error !== null} onClose={reset}>
        <Alert severity="error" onClose={reset}>
          Not signed out: {errorText(error).title}
        </Alert>
      </Snackbar>
    </>
  );
}
