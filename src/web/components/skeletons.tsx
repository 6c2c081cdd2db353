import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { ROW_HEIGHT } from '../theme/theme.ts';
import { cardStyle } from './card-style.ts';

/** Placeholder for rows that are being read, and announced as such. */
export function RowsSkeleton({ rows = 8, what }: { rows?: number; what: string }) {
  return (
    <Box
      component="output"
      aria-label={`Reading ${what}`}
      sx={{ ...cardStyle, display: 'block', '& > :last-child': { borderBottom: 0 } }}
    >
      {Array.from({ length: rows }, (_, at) => (
        <Box
          key={at}
          sx={{
            height: ROW_HEIGHT,
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            px: 1.75,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Skeleton width={`${26 + ((at * 7) % 14)}%`} />
          <Skeleton width="12%" />
          <Skeleton width="10%" sx={{ ml: 'auto' }} />
        </Box>
      ))}
    </Box>
  );
}

/** Placeholder for a block that is being read, such as a chart. */
export function BlockSkeleton({ height, what }: { height: number | string; what: string }) {
  return (
    <Box component="output" aria-label={`Reading ${what}`} sx={{ display: 'block' }}>
      <Skeleton variant="rounded" height={height} />
    </Box>
  );
}
