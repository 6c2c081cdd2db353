import MenuIcon from '@mui/icons-material/Menu';
import Badge from '@mui/material/Badge';
import BottomNavigation from '@mui/material/BottomNavigation';
import BottomNavigationAction from '@mui/material/BottomNavigationAction';
import Box from '@mui/material/Box';
import { createLink, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { visuallyHidden } from '../../components/field-styles.ts';
import { later } from '../../components/later.tsx';
import { entryOf, NAV_ENTRIES } from './nav-entries.ts';
import { useRunning } from './running.ts';

const AccountMenu = later(async () => (await import('./account-menu.tsx')).AccountMenu);
const LinkAction = createLink(BottomNavigationAction);

/** The entry that shows the running batches. */
const RUNNING_AT = '/batches';

/** The entry that opens the menu; it is marked on pages of the menu. */
const MORE = 'more';

/** Replaces the rail on a phone. */
export function BottomBar() {
  // What the menu opens at; null: closed; undefined: not opened yet.
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const inBar = NAV_ENTRIES.filter((entry) => entry.inBar);
  const running = useRunning().length;
  const here = entryOf(useLocation().pathname);
  const current = here !== null && !inBar.some(({ to }) => to === here) ? MORE : here;
  return (
    <Box
      component="header"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 1100,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      <BottomNavigation
        component="nav"
        aria-label="Main"
        showLabels
        value={current}
        sx={{
          '& .MuiBottomNavigationAction-root': { minWidth: 0, px: 0.5 },
          // The current one must not grow: its label would no longer fit.
          '& .MuiBottomNavigationAction-root .MuiBottomNavigationAction-label': {
            fontSize: '0.75rem',
          },
        }}
      >
        {inBar.map(({ to, label, icon: Icon }) => {
          const count = to === RUNNING_AT ? running : 0;
          return (
            <LinkAction
              key={to}
              to={to}
              value={to}
              label={
                <>
                  {label}
                  {count > 0 && (
                    <Box component="span" sx={visuallyHidden}>{`, ${count} running`}</Box>
                  )}
                </>
              }
              icon={
                // The label has the number for assistive technology.
                <Badge badgeContent={count} color="primary" aria-hidden="true">
                  <Icon />
                </Badge>
              }
            />
          );
        })}
        <BottomNavigationAction
          label="More"
          value={MORE}
          icon={<MenuIcon />}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          showLabel
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        />
      </BottomNavigation>
      {anchor !== undefined && (
        <AccountMenu anchor={anchor} hasRail={false} onClose={() => setAnchor(null)} />
      )}
    </Box>
  );
}
