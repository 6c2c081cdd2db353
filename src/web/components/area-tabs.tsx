import Box from '@mui/material/Box';
import { Link, useLocation } from '@tanstack/react-router';
import { useChosenInView } from './use-chosen-in-view.ts';

/** A link in a row of tabs, as MUI draws a tab. */
export const tabStyle = {
  height: 36,
  px: 1.25,
  fontSize: '0.875rem',
  color: 'text.secondary',
  borderBottom: 2,
  borderColor: 'transparent',
  '&:hover': { color: 'text.primary' },
} as const;

export const currentTabStyle = {
  fontWeight: 600,
  color: 'text.primary',
  borderColor: 'primary.main',
} as const;

/** Entries of the rail with several pages, which are tabs under their titles; the first is the entry's own page. */
export const AREAS = [
  {
    label: 'Entities',
    pages: [
      { to: '/entities', label: 'Directory' },
      { to: '/catalogue', label: 'Catalogue' },
    ],
  },
  {
    label: 'Activity',
    pages: [
      { to: '/batches', label: 'Batches' },
      { to: '/bulk', label: 'Bulk changes' },
      { to: '/offboarding', label: 'Offboarding' },
    ],
  },
  {
    label: 'Settings',
    pages: [
      { to: '/settings', label: 'My account' },
      { to: '/settings/operators', label: 'Operators' },
      { to: '/settings/fleet', label: 'Fleet data' },
      { to: '/audit', label: 'Audit' },
    ],
  },
] as const;

/** The tabs of a page that shares its rail entry with others; one line that scrolls if it is too long. */
export function AreaTabs() {
  const { pathname } = useLocation();
  const row = useChosenInView<HTMLElement>(pathname);
  const area = AREAS.find(({ pages }) => pages.some(({ to }) => to === pathname));
  if (area === undefined) return null;
  return (
    <Box
      ref={row}
      component="nav"
      aria-label={area.label}
      sx={{
        display: 'flex',
        columnGap: 0.5,
        overflowX: 'auto',
        borderBottom: 1,
        borderColor: 'divider',
        mb: 2,
        displayPrint: 'none',
      }}
    >
      {area.pages.map(({ to, label: name }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          data-tab={to}
          activeOptions={{ exact: true, includeSearch: false }}
          sx={{
            ...tabStyle,
            display: 'inline-flex',
            alignItems: 'center',
            flex: 'none',
            textDecoration: 'none',
            '&[aria-current="page"]': currentTabStyle,
          }}
        >
          {name}
        </Box>
      ))}
    </Box>
  );
}
