import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { cardStyle } from './card.tsx';

interface StatTileProps {
  label: string;
  value: ReactNode;
  /** A remark under the value. */
  note?: ReactNode;
  /** The change since before, in one line; its space is reserved while the prop is given. */
  change?: ReactNode;
  /** A small picture, such as a sparkline; at most 24 px tall. */
  picture?: ReactNode;
}

interface StatTilesProps {
  /** Whether the figures are short enough for two in a row on a phone. */
  short?: boolean;
  /** Lines reserved for the remarks, so that the tiles do not grow when they appear. */
  noteLines?: number;
  children: ReactNode;
}

/** Figures side by side, each on a card. */
export function StatTiles({ short = false, noteLines = 1, children }: StatTilesProps) {
  const wide = 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))';
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: short ? { xs: 'repeat(2, minmax(0, 1fr))', sm: wide } : wide,
        '& > div': { ...cardStyle, px: 2, py: 1, containerType: 'inline-size' },
        '& .remark': { minHeight: `${noteLines}lh` },
        // On a phone, the last of an odd number has a row to itself.
        ...(short && {
          '& > div:last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }),
      }}
    >
      {children}
    </Box>
  );
}

const figure = {
  m: 0,
  // A figure with its unit has about fourteen characters, and stays on one line.
  fontSize: 'min(1.75rem, 12cqi)',
  fontWeight: 600,
  lineHeight: 1.2,
  letterSpacing: '-0.02em',
} as const;

/**
 * The picture is beside the label, where a number of any width leaves it room. On a phone, where a label takes
 * most of a tile, it is beside the number.
 */
const withPicture = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 1.5,
  alignContent: 'start',
  '& > dt, & > .value': { whiteSpace: 'nowrap' },
  '& > dt': { gridColumn: { xs: '1 / -1', sm: '1' } },
  '& > .value': { gridColumn: { xs: '1', sm: '1 / -1' } },
  '& > .note': { gridColumn: '1 / -1' },
  '& > .picture': {
    gridArea: { xs: '2 / 2', sm: '1 / 2' },
    alignSelf: 'center',
    justifySelf: 'end',
    width: 1,
    maxWidth: 96,
    m: 0,
    // Slightly taller than the label, but must not grow the row.
    mt: '-6px',
    mb: '-2px',
  },
} as const;

/** One figure with its label. */
export function StatTile({ label, value, note, change, picture }: StatTileProps) {
  const dt = (
    <Typography variant="caption" component="dt" color="textSecondary">
      {label}
    </Typography>
  );
  const line = (content: ReactNode, className?: string) => (
    <Typography
      variant="caption"
      component="div"
      color="textSecondary"
      className={className}
      sx={{ letterSpacing: 0 }}
    >
      {content}
    </Typography>
  );
  const remark = note !== undefined && line(note, 'remark');
  if (picture === undefined) {
    return (
      <Box>
        {dt}
        <Box component="dd" sx={figure}>
          {value}
          {change !== undefined && line(change)}
          {remark}
        </Box>
      </Box>
    );
  }
  return (
    <Box sx={withPicture}>
      {dt}
      <Box component="dd" className="value" sx={figure}>
        {value}
      </Box>
      <dd className="picture">{picture}</dd>
      {note !== undefined && (
        <Box component="dd" className="note" sx={{ m: 0 }}>
          {remark}
        </Box>
      )}
    </Box>
  );
}
