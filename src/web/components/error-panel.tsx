import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { errorText } from '../api/errors.ts';
import { MONO } from '../theme/theme.ts';

interface ErrorPanelProps {
  error: unknown;
  /** What could not be done: "The Collectives could not be read". */
  what: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** What was kept, or links that help. */
  children?: ReactNode;
}

/** A failure in words, with the server's own, and a way to try again. */
export function ErrorPanel({ error, what, onRetry, retrying = false, children }: ErrorPanelProps) {
  const text = errorText(error);
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        gap: 1.5,
        p: 1.5,
        borderLeft: 3,
        borderColor: 'var(--mui-palette-status-red)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-red) 6%, transparent)',
      }}
    >
      <ErrorOutlineIcon sx={{ color: 'var(--mui-palette-status-red)', fontSize: 20 }} />
      <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, justifyItems: 'start' }}>
        <Typography variant="h3" component="p">
          {what}: {text.title}
        </Typography>
        <Typography variant="body2">
          {text.detail} {text.advice}
        </Typography>
        <ServerWords words={text.serverWords} source={text.source} />
        {text.requestId !== null && (
          <Typography variant="caption" color="textSecondary">
            Request id <span style={{ fontFamily: MONO }}>{text.requestId}</span>
          </Typography>
        )}
        {children}
        {onRetry !== undefined && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={onRetry}
            aria-disabled={retrying}
            sx={{ mt: 0.5 }}
          >
            {retrying ? 'Trying again' : 'Try again'}
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface ServerWordsProps {
  words: readonly string[];
  source: 'console' | 'service' | null;
}

/** The words of whoever refused, verbatim. */
export function ServerWords({ words, source }: ServerWordsProps) {
  if (words.length === 0) return null;
  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      {source === 'service' ? 'The Service says: ' : 'In detail: '}
      {words.map((word) => (
        <Box component="q" key={word} sx={{ display: 'inline', mr: 1 }}>
          {word}
        </Box>
      ))}
    </Box>
  );
}
