import MoreHorizIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PopPanel } from './pop-panel.tsx';

interface MoreMenuProps {
  /** Names the menu: "More actions" on a page, or with its subject in a row. */
  label?: string;
  /** Whether it is one of many, without an outline. */
  plain?: boolean;
  /** Buttons and links; each closes the menu with the attribute `data-closes`. */
  children: ReactNode;
}

/** The "..." menu of a page or a row: everything but its primary and secondary action. */
export function MoreMenu({ label = 'More actions', plain = false, children }: MoreMenuProps) {
  return (
    <PopPanel
      label={label}
      {...(plain && { look: 'plain' })}
      text={<MoreHorizIcon sx={{ fontSize: 18 }} />}
    >
      <Box
        sx={{
          display: 'grid',
          mx: -0.5,
          '& .MuiButton-root': { justifyContent: 'flex-start', textAlign: 'left', fontWeight: 400 },
        }}
      >
        {children}
      </Box>
    </PopPanel>
  );
}
