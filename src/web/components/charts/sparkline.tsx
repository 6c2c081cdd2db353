import Box from '@mui/material/Box';

interface SparklineProps {
  /** Text alternative for the line. */
  label: string;
  /** Evenly spaced, oldest first. */
  values: readonly number[];
  /** CSS colour. */
  color: string;
  /** In px; absent: the available width. */
  width?: number;
  height?: number;
  /** Number of provisional values at the end; the line to them is dashed. */
  provisional: number;
}

const STEP = 10;

/** A word-sized line chart, from zero. */
export function Sparkline(props: SparklineProps) {
  const { label, values, color, width, height = 24, provisional } = props;
  const most = Math.max(0, ...values);
  const points = values.map((value, at) => {
    const share = most === 0 ? 0 : Math.max(0, value) / most;
    // The line is 1.5 px wide and must not be clipped at the edges.
    return `${at * STEP},${(height - 1 - share * (height - 2)).toFixed(1)}`;
  });
  const end = (values.length - 1) * STEP;
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0, width: width ?? 1 }}>
      <Box
        component="svg"
        aria-hidden="true"
        viewBox={`0 0 ${end} ${height}`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: 1, height, color }}
      >
        <polygon
          points={`0,${height} ${points.join(' ')} ${end},${height}`}
          fill="currentColor"
          opacity={0.14}
        />
        <Line points={points.slice(0, values.length - provisional)} />
        {provisional > 0 && (
          <Line points={points.slice(Math.max(0, values.length - provisional - 1))} isDashed />
        )}
      </Box>
    </Box>
  );
}

function Line({ points, isDashed = false }: { points: readonly string[]; isDashed?: boolean }) {
  return (
    <polyline
      points={points.join(' ')}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeDasharray={isDashed ? '2 3' : undefined}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}
