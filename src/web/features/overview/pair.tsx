import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A wide card beside a narrow one; stacked if there is no room. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 3fr) minmax(280px, 2fr)',
        },
      }}
    >
      {children}
    </Box>
  );
}
