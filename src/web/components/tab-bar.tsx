import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useId } from 'react';

interface TabBarProps<Name extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly { name: Name; label: string }[];
  current: Name;
  onChange: (name: Name) => void;
  /** Content of the current tab. */
  children: ReactNode;
}

/** Tabs of a page; the current one lives in the URL. Arrow keys move between them. */
export function TabBar<Name extends string>(props: TabBarProps<Name>) {
  const { label, tabs, current, onChange, children } = props;
  const id = useId();
  return (
    <>
      <Tabs aria-label={label} value={current} onChange={(_event, name: Name) => onChange(name)}>
        {tabs.map(({ name, label: text }) => (
          <Tab
            key={name}
            value={name}
            label={text}
            id={`${id}-${name}`}
            aria-controls={name === current ? `${id}-panel` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </Box>
    </>
  );
}
