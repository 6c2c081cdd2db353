import Box from '@mui/material/Box';
import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
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

interface LinkTabsProps {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly { to: NonNullable<LinkProps['to']>; label: string }[];
}

/** Tabs that are separate pages; one line that scrolls if it is too long. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const row = useChosenInView<HTMLElement>(useLocation().pathname);
  return (
    <Box
      ref={row}
      component="nav"
      aria-label={label}
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
      {tabs.map(({ to, label: name }) => (
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
