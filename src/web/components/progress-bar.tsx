import LinearProgress from '@mui/material/LinearProgress';

interface ProgressBarProps {
  label: string;
  done: number;
  total: number;
}

/** Progress of a job; the numbers are shown beside it as text. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <LinearProgress
      variant="determinate"
      aria-label={label}
      value={total === 0 ? 0 : Math.round((done / total) * 100)}
      sx={{ height: 6, borderRadius: 1, my: 0.5, maxWidth: 480 }}
    />
  );
}
