import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { cardStyle } from './card-style.ts';

interface StatTileProps {
  label: string;
  value: ReactNode;
  /** A remark under the value. */
  note?: ReactNode;
  /** A small picture beside the value, such as its course. */
  picture?: ReactNode;
}

interface StatTilesProps {
  /** Whether the figures are short enough for two in a row on a phone. */
  short?: boolean;
  children: ReactNode;
}

/** Figures side by side, each on a card. */
export function StatTiles({ short = false, children }: StatTilesProps) {
  const wide = 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))';
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: short ? { xs: 'repeat(2, minmax(0, 1fr))', sm: wide } : wide,
        '& > div': { ...cardStyle, px: 2, py: 1 },
        // The last of an odd number has a row of a phone to itself.
        ...(short && {
          '& > div:last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }),
      }}
    >
      {children}
    </Box>
  );
}

/** One figure with its label. */
export function StatTile({ label, value, note, picture }: StatTileProps) {
  return (
    <Box>
      <Typography variant="caption" component="dt" color="textSecondary">
        {label}
      </Typography>
      <Box
        component="dd"
        sx={{
          m: 0,
          fontSize: '1.75rem',
          fontWeight: 600,
          lineHeight: 1.2,
          letterSpacing: '-0.02em',
        }}
      >
        {picture === undefined ? (
          value
        ) : (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              alignItems: 'center',
              columnGap: 1.5,
              // A picture without room for its least width wraps out of sight.
              height: '1.2em',
              overflow: 'hidden',
              '& > :last-child': { flex: '1 1 56px', maxWidth: 96 },
            }}
          >
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {value}
            </Box>
            {picture}
          </Box>
        )}
        {note !== undefined && (
          <Typography
            variant="caption"
            component="div"
            color="textSecondary"
            sx={{ letterSpacing: 0 }}
          >
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
