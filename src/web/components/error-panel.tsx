import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { errorText } from '../api/errors.ts';
import { MONO } from '../theme/theme.ts';

interface ErrorPanelProps {
  /** Null: nothing failed, and nothing is shown. */
  error: unknown;
  /** What failed: "The Collectives could not be read". */
  what: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** What was kept, or links that help. */
  children?: ReactNode;
}

/** An error with the server's message and a retry button. */
export function ErrorPanel({ error, what, onRetry, retrying = false, children }: ErrorPanelProps) {
  if (error === null || error === undefined) return null;
  const text = errorText(error);
  return (
    <Alert
      severity="error"
      sx={{ '& .MuiAlert-message': { display: 'grid', justifyItems: 'start', gap: 0.5 } }}
    >
      <AlertTitle component="p" sx={{ m: 0 }}>
        {what}: {text.title}
      </AlertTitle>
      <span>
        {text.detail} {text.advice}
      </span>
      <ServerMessages messages={text.serverMessages} source={text.source} />
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
    </Alert>
  );
}

interface ServerMessagesProps {
  messages: readonly string[];
  source: 'console' | 'service' | null;
}

/** The message of the refusing server, verbatim. */
export function ServerMessages({ messages, source }: ServerMessagesProps) {
  if (messages.length === 0) return null;
  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      {source === 'service' ? 'The Service says: ' : 'In detail: '}
      {messages.map((message) => (
        <Box component="q" key={message} sx={{ display: 'inline', mr: 1 }}>
          {message}
        </Box>
      ))}
    </Box>
  );
}
