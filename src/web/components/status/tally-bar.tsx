import Box from '@mui/material/Box';
import { segmentFill, type StatusStyle } from '../../theme/status.ts';

/** A segment of the bar. */
export interface Segment {
  key: string;
  label: string;
  count: number;
  style: StatusStyle;
}

interface TallyBarProps {
  segments: readonly Segment[];
  /** In px. */
  height?: number;
}

/** One bar for a whole batch, segmented by status. The numbers are shown beside it as text. */
export function TallyBar({ segments, height = 10 }: TallyBarProps) {
  const drawn = segments.filter((segment) => segment.count > 0);
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: 'flex',
        gap: '2px',
        height,
        borderRadius: 0.5,
        overflow: 'hidden',
        bgcolor: drawn.length === 0 ? 'divider' : 'transparent',
      }}
    >
      {drawn.map((segment) => (
        <Box
          key={segment.key}
          style={{ flexGrow: segment.count }}
          sx={{ minWidth: 3, flexBasis: 0, background: segmentFill(segment.style) }}
        />
      ))}
    </Box>
  );
}
