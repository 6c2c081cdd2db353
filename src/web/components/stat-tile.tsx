import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface StatTileProps {
  label: string;
  value: ReactNode;
  /** A remark under the value. */
  note?: ReactNode;
}

/** Figures side by side, separated by thin lines. */
export function StatTiles({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'flex',
        flexWrap: 'wrap',
        rowGap: 1.5,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        py: 1.5,
        columnGap: 2,
        '& > div': { flex: '1 1 140px' },
        '& > div + div': { pl: { sm: 2 }, borderLeft: { sm: 1 }, borderColor: { sm: 'divider' } },
      }}
    >
      {children}
    </Box>
  );
}

/** One figure with its label. */
export function StatTile({ label, value, note }: StatTileProps) {
  return (
    <Box>
      <Typography variant="caption" component="dt" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.3 }}>
        {value}
        {note !== undefined && (
          <Typography variant="caption" component="div" color="textSecondary">
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
