import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import { useId, type ReactNode } from 'react';

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
      <FormLabel htmlFor={id} sx={{ flex: 'none', m: 0, fontWeight: 400, color: 'text.secondary' }}>
        {label}
      </FormLabel>
      <Select
        native
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ id }}
        sx={{ maxWidth, px: 0, bgcolor: 'background.paper', '& select': { pl: 1.25 } }}
      >
        {children}
      </Select>
    </Box>
  );
}
