import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { cardStyle } from './card-style.ts';

interface CardProps {
  title: string;
  /** A remark beside the title. */
  note?: ReactNode;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Beside another card it takes the height of that one, and scrolls inside. */
  fills?: boolean;
  children: ReactNode;
}

/** A titled card of a page that is made of several. */
export function Card({ title, note, aside, fills = false, children }: CardProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={[
        { ...cardStyle, px: 2, py: 1.5, minWidth: 0 },
        fills && {
          display: 'flex',
          flexDirection: 'column',
          height: { md: 0 },
          minHeight: { md: 'max(100%, 240px)' },
        },
      ]}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" component="div" color="textSecondary" sx={{ flex: 1 }}>
          {note}
        </Typography>
        {aside}
      </Box>
      {fills ? (
        <Box sx={{ flex: 1, minHeight: 0, overflowY: { md: 'auto' } }}>{children}</Box>
      ) : (
        children
      )}
    </Box>
  );
}
