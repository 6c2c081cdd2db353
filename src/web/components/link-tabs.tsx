import Box from '@mui/material/Box';
import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import { currentTabStyle, tabStyle } from './tab-bar.tsx';
import { useChosenInView } from './use-chosen-in-view.ts';

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
