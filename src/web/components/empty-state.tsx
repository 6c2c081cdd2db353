import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { cardStyle } from './card.tsx';

interface EmptyStateProps {
  title: string;
  /** What would be here and how to add it. */
  children?: ReactNode;
}

/** Shows that there is nothing yet, what would be here, and how to add it. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Box
      sx={{
        ...cardStyle,
        py: 4,
        px: 2.5,
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
      }}
    >
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {children !== undefined && (
        <Box sx={{ color: 'text.secondary', maxWidth: '68ch', display: 'grid', gap: 1 }}>
          {children}
        </Box>
      )}
    </Box>
  );
}
