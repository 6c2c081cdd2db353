import KeyboardDoubleArrowLeftIcon from '@mui/icons-material/KeyboardDoubleArrowLeft';
import KeyboardDoubleArrowRightIcon from '@mui/icons-material/KeyboardDoubleArrowRight';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { Link, useLocation } from '@tanstack/react-router';
import { setPreferences, usePreferences } from '../../theme/preferences.ts';
import { entryOf, NAV_ENTRIES } from './nav-entries.ts';
import { OperatorControls } from './operator-controls.tsx';
import { RailButton, railItem } from './rail-item.tsx';
import { RunningBatches } from './running-batches.tsx';

/** The left rail: the pages of the console, and the operator's controls at the bottom. */
export function Rail() {
  const { railCollapsed } = usePreferences();
  const here = entryOf(useLocation().pathname);
  return (
    <Box
      component="header"
      sx={{
        width: railCollapsed ? 56 : 208,
        flex: 'none',
        height: '100dvh',
        position: 'sticky',
        top: 0,
        display: 'flex',
        flexDirection: 'column',
        gap: 0.25,
        p: 1,
        borderRight: 1,
        borderColor: 'divider',
        overflowY: 'auto',
        overflowX: 'hidden',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 1, height: 40, mb: 1 }}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        {!railCollapsed && (
          <Box component="span" sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>
            Gridhelm
          </Box>
        )}
      </Box>
      <Box component="nav" aria-label="Main" sx={{ display: 'grid', gap: 0.25 }}>
        {NAV_ENTRIES.map(({ to, label, icon: Icon }) => (
          <Tooltip key={to} title={railCollapsed ? label : ''}>
            <Box
              component={Link}
              to={to}
              aria-label={railCollapsed ? label : undefined}
              aria-current={to === here ? 'page' : undefined}
              sx={railItem}
            >
              <Icon sx={{ fontSize: 20 }} />
              {!railCollapsed && label}
            </Box>
          </Tooltip>
        ))}
      </Box>
      <RunningBatches collapsed={railCollapsed} />
      <Box sx={{ flex: 1 }} />
      <OperatorControls collapsed={railCollapsed} />
      <RailButton
        label={railCollapsed ? 'Widen the rail' : 'Narrow the rail'}
        icon={railCollapsed ? KeyboardDoubleArrowRightIcon : KeyboardDoubleArrowLeftIcon}
        collapsed={railCollapsed}
        onClick={() => setPreferences({ railCollapsed: !railCollapsed })}
      />
    </Box>
  );
}
