import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useNarrow } from './use-narrow.ts';

/** The page reserves space for it at its end (`features/frame/app-frame.tsx`). */
export const PHONE_ACTION_HEIGHT = 56;

/** The primary action of a page; on a phone it stays above the bar, within reach of the thumb. */
export function PhoneAction({ children }: { children: ReactNode }) {
  const narrow = useNarrow();
  if (!narrow) return children;
  return (
    <Box
      data-phone-action=""
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 'calc(56px + env(safe-area-inset-bottom))',
        zIndex: 1090,
        minHeight: PHONE_ACTION_HEIGHT,
        boxSizing: 'border-box',
        display: 'grid',
        gap: 0.5,
        alignContent: 'center',
        px: 2,
        py: 1,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        '& > .MuiButton-root': { minHeight: 40 },
      }}
    >
      {children}
    </Box>
  );
}
