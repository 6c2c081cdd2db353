import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

/** Marks a sum that contains sessions with an energy in doubt. @param children how many, as a link to them */
export function DoubtfulMark({ children }: { children: ReactNode }) {
  return (
    <Tooltip title="The energy of these sessions contradicts itself or what is known of the Entity. The sum contains it as reported.">
      <Box
        component="span"
        sx={{
          color: 'var(--mui-palette-status-amber)',
          fontWeight: 600,
          '& a': { color: 'inherit' },
        }}
      >
        <WarningAmberIcon sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom' }} />
        {children}
      </Box>
    </Tooltip>
  );
}
