import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConfirmedElsewhere } from '../../api/confirmed-elsewhere.ts';
import { providerUrl } from '../../api/sign-in-calls.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';

interface AskProviderProps {
  /** Of the identity provider. */
  host: string;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Has the identity provider ask again who it is, in a tab of its own, so that this one keeps what was typed. */
export function AskProvider({ host, onConfirmed, onClose }: AskProviderProps) {
  const begun = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => providerUrl(true),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    // Back from the provider without a confirmation, one needs another attempt.
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => onConfirmedElsewhere(onConfirmed), [onConfirmed]);
  return (
    <PlainDialog
      title="Confirm that it is you"
      maxWidth="xs"
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Leave it undone
          </Button>
          <Button
            variant="contained"
            href={begun.data ?? ''}
            target="_blank"
            rel="noopener"
            disabled={begun.data === undefined}
          >
            Sign in again with {host}
          </Button>
        </>
      }
    >
      <Typography variant="body2">
        This cannot be undone, and it is not certain that you signed in within the last ten minutes.
        Nothing was done yet. {host} opens in a new tab and asks who you are; this page then goes on
        by itself.
      </Typography>
      {begun.error !== null && (
        <ErrorPanel what="Not confirmed" error={begun.error} onRetry={() => void begun.refetch()} />
      )}
    </PlainDialog>
  );
}
