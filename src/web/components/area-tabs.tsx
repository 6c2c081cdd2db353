import Box from '@mui/material/Box';
import { Link, useLocation } from '@tanstack/react-router';
import { useChosenInView } from './use-chosen-in-view.ts';

/** Links that look like MUI's tabs, in one line that scrolls if it is too long. */
export const linkTabs = {
  display: 'flex',
  overflowX: 'auto',
  '& > a': {
    display: 'inline-flex',
    alignItems: 'center',
    flex: 'none',
    height: 36,
    px: 1.25,
    fontSize: '0.875rem',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: 'text.secondary',
    borderBottom: 2,
    borderColor: 'transparent',
    '&:hover': { color: 'text.primary' },
    '&[aria-current="page"]': {
      fontWeight: 600,
      color: 'text.primary',
      borderColor: 'primary.main',
    },
  },
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
      { to: '/settings/console', label: 'This console' },
    ],
  },
] as const;

/** The tabs of a page that shares its rail entry with others. */
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
        ...linkTabs,
        columnGap: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        mb: 2,
        displayPrint: 'none',
      }}
    >
      {area.pages.map(({ to, label }) => (
        <Link key={to} to={to} data-tab={to} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </Box>
  );
}
