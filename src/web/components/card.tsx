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
  children: ReactNode;
}

/** A titled card of a page that is made of several. */
export function Card({ title, note, aside, children }: CardProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...cardStyle, p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mb: 1.5 }}>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" component="div" color="textSecondary" sx={{ flex: 1 }}>
          {note}
        </Typography>
        {aside}
      </Box>
      {children}
    </Box>
  );
}
