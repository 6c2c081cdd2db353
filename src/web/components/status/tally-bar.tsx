import Box from '@mui/material/Box';
import { stateCounts, type StateCount } from '../../../domain/batch-outcome.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { segmentFill, type StatusStyle, VERDICT_STYLES } from '../../theme/status.ts';

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

/** The bar of a tally. */
export function stateSegments(counts: readonly StateCount[]): Segment[] {
  return counts.map(({ verdict, count }) => ({
    key: verdict,
    label: VERDICT_LABELS[verdict],
    count,
    style: VERDICT_STYLES[verdict],
  }));
}

/** The bar of Commands, from their counts by derived status. */
export function countSegments(counts: Readonly<Record<string, number>>): Segment[] {
  return stateSegments(stateCounts(counts));
}
