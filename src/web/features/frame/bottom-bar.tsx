import MenuIcon from '@mui/icons-material/Menu';
import BottomNavigation from '@mui/material/BottomNavigation';
import BottomNavigationAction from '@mui/material/BottomNavigationAction';
import Box from '@mui/material/Box';
import { createLink, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { visuallyHidden } from '../../components/field-styles.ts';
import { entryOf, NAV_ENTRIES } from './nav-entries.ts';
import { OperatorControls } from './operator-controls.tsx';
import { railItem } from './rail-item.tsx';
import { useRunning } from './running-batches.tsx';

const LinkAction = createLink(BottomNavigationAction);

/** The entry that shows the running batches. */
const RUNNING_AT = '/batches';

/** The entry that opens the menu; it is marked on pages of the menu. */
const MORE = 'more';

/** The number of running batches on an icon; the entry's label spells it out. */
function Badge({ count }: { count: number }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        position: 'absolute',
        top: -4,
        left: 14,
        minWidth: 16,
        px: 0.5,
        borderRadius: 1,
        fontSize: '0.75rem',
        lineHeight: '16px',
        fontWeight: 600,
        textAlign: 'center',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {count}
    </Box>
  );
}

/** Replaces the rail on a phone. */
export function BottomBar() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const inBar = NAV_ENTRIES.filter((entry) => entry.inBar);
  const inMenu = NAV_ENTRIES.filter((entry) => !entry.inBar);
  const running = useRunning().length;
  const here = entryOf(pathname);
  const current = inMenu.some(({ to }) => to === here) ? MORE : here;

  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

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
      {open && (
        <Box
          component="section"
          aria-label="More pages, you and this browser"
          sx={{
            p: 1,
            borderBottom: 1,
            borderColor: 'divider',
            maxHeight: 'calc(100dvh - 120px)',
            overflowY: 'auto',
          }}
        >
          <Box component="nav" aria-label="More pages" sx={{ display: 'grid', mb: 1 }}>
            {inMenu.map(({ to, label, icon: Icon }) => (
              <Box
                key={to}
                component={Link}
                to={to}
                aria-current={to === here ? 'page' : undefined}
                sx={railItem}
                onClick={() => setOpen(false)}
              >
                <Icon sx={{ fontSize: 20 }} />
                {label}
              </Box>
            ))}
          </Box>
          <OperatorControls collapsed={false} />
        </Box>
      )}
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
        {inBar.map(({ to, label, icon: Icon }) => (
          <LinkAction
            key={to}
            to={to}
            value={to}
            label={
              <>
                {label}
                {to === RUNNING_AT && running > 0 && (
                  <Box component="span" sx={visuallyHidden}>{`, ${running} running`}</Box>
                )}
              </>
            }
            icon={
              <Box component="span" sx={{ position: 'relative', display: 'inline-flex' }}>
                <Icon />
                {to === RUNNING_AT && running > 0 && <Badge count={running} />}
              </Box>
            }
            onClick={() => setOpen(false)}
          />
        ))}
        <BottomNavigationAction
          label="More"
          value={MORE}
          icon={<MenuIcon />}
          aria-expanded={open}
          showLabel
          onClick={() => setOpen(!open)}
        />
      </BottomNavigation>
    </Box>
  );
}
