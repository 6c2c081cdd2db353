import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { useChosenInView } from './use-chosen-in-view.ts';

interface Tab<Name extends string> {
  name: Name;
  label: string;
}

interface TabBarProps<Name extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onChange: (name: Name) => void;
  /** Content of the current tab. */
  children: ReactNode;
}

/** A tab; the current one is marked by {@link currentTabStyle}. */
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

/** How many tabs a key moves; null for other keys. */
function stepOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Tabs of a page; the current one lives in the URL. Arrow keys move between them. */
export function TabBar<Name extends string>(props: TabBarProps<Name>) {
  const { label, tabs, current, onChange, children } = props;
  const id = useId();
  const row = useChosenInView<HTMLDivElement>(current);

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ name }) => name === current);
    const to = stepOf(event.key, at, tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.name);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus();
  }

  return (
    <>
      <Box
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        sx={{
          display: 'flex',
          // One line on a phone, which scrolls: wrapped tabs look like two rows of buttons.
          overflowX: 'auto',
          scrollbarWidth: 'none',
          '& > *': { flex: 'none' },
          columnGap: 0.5,
          borderBottom: 1,
          borderColor: 'divider',
          mb: 2,
        }}
      >
        {tabs.map((tab) => {
          const on = tab.name === current;
          return (
            <ButtonBase
              key={tab.name}
              role="tab"
              data-tab={tab.name}
              id={`${id}-${tab.name}`}
              aria-selected={on}
              aria-controls={on ? `${id}-panel` : undefined}
              tabIndex={on ? 0 : -1}
              onClick={() => onChange(tab.name)}
              sx={{ ...tabStyle, ...(on ? currentTabStyle : {}) }}
            >
              {tab.label}
            </ButtonBase>
          );
        })}
      </Box>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </Box>
    </>
  );
}
