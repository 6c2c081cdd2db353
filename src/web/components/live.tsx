import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface LiveProps {
  children: ReactNode;
  className?: string;
  sx?: SxProps<Theme>;
}

/** A region whose changes are announced without taking the focus. */
export function Live({ children, className, sx = {} }: LiveProps) {
  return (
    <Box
      component="output"
      className={className}
      sx={[{ display: 'block' }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
    </Box>
  );
}
