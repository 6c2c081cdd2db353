import PersonOutlineIcon from '@mui/icons-material/PersonOutlineOutlined';
import BottomNavigation from '@mui/material/BottomNavigation';
import BottomNavigationAction from '@mui/material/BottomNavigationAction';
import Box from '@mui/material/Box';
import { createLink, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NAV_ENTRIES } from './nav-entries.ts';
import { OperatorControls } from './operator-controls.tsx';

const LinkAction = createLink(BottomNavigationAction);

/** The rail's place on a phone. */
export function BottomBar() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const current = NAV_ENTRIES.find(({ to }) => pathname.startsWith(to))?.to ?? null;

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
          aria-label="You and this browser"
          sx={{ p: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <OperatorControls collapsed={false} />
        </Box>
      )}
      <BottomNavigation component="nav" aria-label="Main" showLabels value={current}>
        {NAV_ENTRIES.map(({ to, label, icon: Icon }) => (
          <LinkAction
            key={to}
            to={to}
            value={to}
            label={label}
            icon={<Icon />}
            onClick={() => setOpen(false)}
          />
        ))}
        <BottomNavigationAction
          label="You"
          icon={<PersonOutlineIcon />}
          aria-expanded={open}
          showLabel
          onClick={() => setOpen(!open)}
        />
      </BottomNavigation>
    </Box>
  );
}
