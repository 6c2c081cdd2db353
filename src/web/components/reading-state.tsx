import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { ErrorPanel } from './error-panel.tsx';
import { Live } from './live.tsx';

interface ReadingStateProps {
  state: 'reading' | 'complete' | 'partial';
  error: unknown;
  looped: boolean;
  fetching: boolean;
  onResume: () => void;
  /** What has been read so far, with its count: "200 requests". */
  read: string;
  /** What is read, for accessible names: "the Offboarding Requests". */
  what: string;
}

/** Progress of reading a list, and why reading stopped early. */
export function ReadingState(props: ReadingStateProps) {
  const { state, error, looped, fetching, onResume, read, what } = props;
  if (state === 'complete') return null;
  if (state === 'reading') {
    return (
      <Live>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {read} read so far…
        </Typography>
        <LinearProgress aria-label={`Reading ${what}`} sx={{ height: 3 }} />
      </Live>
    );
  }
  if (looped) {
    return (
      <Box role="alert" sx={{ color: 'var(--mui-palette-status-amber)' }}>
        The Service returned the same page twice, so reading stopped. The {read} below may be
        incomplete.
      </Box>
    );
  }
  return (
    <ErrorPanel what="Reading stopped early" error={error} onRetry={onResume} retrying={fetching}>
      <Typography variant="body2">
        The {read} read so far are kept and shown; the counts below are partial.
      </Typography>
    </ErrorPanel>
  );
}
