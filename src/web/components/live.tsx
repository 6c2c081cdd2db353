import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface LiveProps {
  children: ReactNode;
  /** Accessible name of the region if its content gives none. */
  label?: string;
  className?: string;
  sx?: SxProps<Theme>;
}

/** A region whose changes are announced without taking the focus. */
export function Live({ children, label, className, sx = {} }: LiveProps) {
  return (
    <Box
      component="output"
      aria-label={label}
      className={className}
      sx={[{ display: 'block' }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
    </Box>
  );
}
