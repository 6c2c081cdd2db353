import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Labels and values side by side, such as the fields of a record. */
export function FactList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(90px, 34%) 1fr', sm: 'minmax(130px, max-content) 1fr' },
        columnGap: 2,
        rowGap: 0.75,
        alignItems: 'baseline',
      }}
    >
      {children}
    </Box>
  );
}

/** One label with its value; false: there is none, and no label. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === false) return null;
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
