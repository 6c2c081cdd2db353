import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchRow } from '../../../contract/console/batch.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { shortId } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

/** Cancels one Command after a confirmation that names it, and reports the result. */
export function CancelCommand({ row }: { row: BatchRow }) {
  const permission = usePermission('cancel-command');
  const [asking, setAsking] = useState(false);
  const canceling = useMutation(mutation(ENDPOINTS.cancelCommand));
  const { commandId, entityId } = row;
  if (commandId === null) return null;
  const offered = canCancel(row.status) && !canceling.isSuccess;
  const label = `${commandLabelWithValue(row)} on ${row.entityName ?? shortId(entityId)}`;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Live>
        {canceling.isSuccess && (
          <Typography variant="body2">
            {canceling.data.status === 'Canceled'
              ? 'Canceled: this Command will not be executed.'
              : `The Service accepted the request and answered with status ${canceling.data.status}.`}
          </Typography>
        )}
      </Live>
      {canceling.isError && (
        <ErrorPanel
          what={isConflict(canceling.error) ? 'Too late, or refused' : 'Not confirmed'}
          error={canceling.error}
        >
          <Typography variant="body2">
            {isConflict(canceling.error)
              ? 'A Command can be canceled only while it is Pending. Its current status is above.'
              : 'Whether it was canceled is not known until its status above is refreshed.'}
          </Typography>
        </ErrorPanel>
      )}
      {offered && !asking && (
        <>
          <Button
            variant="outlined"
            color="inherit"
            aria-disabled={!permission.allowed}
            onClick={() => {
              if (permission.allowed) setAsking(true);
            }}
          >
            Cancel this Command
          </Button>
          {permission.reason !== null && (
            <Typography variant="caption" color="textSecondary">
              {permission.reason}
            </Typography>
          )}
        </>
      )}
      {offered && asking && (
        <Box
          component="fieldset"
          aria-label="Confirm"
          sx={{ border: 0, m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          <Typography variant="body2">
            Cancel “{label}”, which triggers <ExactTimeText instant={row.triggerTime} />? This
            cannot be undone.
          </Typography>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button
              variant="contained"
              color="error"
              disabled={canceling.isPending}
              onClick={() =>
                canceling.mutate(
                  { params: { entityId, commandId } },
                  { onSettled: () => setAsking(false) },
                )
              }
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
            >
              {canceling.isPending ? 'Canceling' : 'Yes, cancel it'}
            </Button>
            <Button color="inherit" disabled={canceling.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}
