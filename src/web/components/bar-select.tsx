import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { nativeField } from './field-styles.ts';

interface BarSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Maximum width, in px or as a CSS length. */
  maxWidth?: number | string;
  /** The options. */
  children: ReactNode;
}

/** A choice, as a native control with its label beside it. */
export function BarSelect({ label, value, onChange, maxWidth = 240, children }: BarSelectProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ flex: 'none', fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        {label}
      </Box>
      <Box
        component="select"
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        sx={{ ...nativeField, borderRadius: 1, maxWidth, textOverflow: 'ellipsis' }}
      >
        {children}
      </Box>
    </Box>
  );
}
