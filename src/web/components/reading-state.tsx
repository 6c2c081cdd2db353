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
  /** What is read, for names: "the Offboarding Requests". */
  what: string;
}

/** Says how far a list is read, and why it is not read to its end. */
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
        The Service gave the same page twice, so the reading stopped. The {read} below may not be
        all.
      </Box>
    );
  }
  return (
    <ErrorPanel
      what="The reading stopped before its end"
      error={error}
      onRetry={onResume}
      retrying={fetching}
    >
      <Typography variant="body2">
        The {read} read so far are kept and shown; what is counted below is partial.
      </Typography>
    </ErrorPanel>
  );
}
