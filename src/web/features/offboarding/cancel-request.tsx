import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict, mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { isPendingRequest } from './request-facts.ts';

/** Cancels a request while it is Pending; the Entity then stays. */
export function CancelRequest({ request }: { request: OffboardingRequest }) {
  const id = useId();
  const { reason } = usePermission('offboard');
  const cancel = useMutation(mutation(ENDPOINTS.cancelOffboardingRequest));
  const denial =
    reason ??
    (isPendingRequest(request)
      ? null
      : `Only a Pending request can be canceled; this one is ${request.status ?? 'without a status'}.`);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        variant="outlined"
        color="inherit"
        disabled={denial !== null || cancel.isPending}
        aria-describedby={denial === null ? undefined : id}
        onClick={() => cancel.mutate({ params: { offboardingRequestId: request.id } })}
      >
        {cancel.isPending ? 'Canceling' : 'Cancel the request'}
      </Button>
      {denial !== null && (
        <Typography id={id} variant="body2" color="textSecondary">
          {denial}
        </Typography>
      )}
      {cancel.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(cancel.error)
              ? 'It is not known whether the request was canceled'
              : 'Not canceled'
          }
          error={cancel.error}
        >
          <Typography variant="body2">
            {isConflict(cancel.error)
              ? 'It was no longer Pending. Its state is being refreshed.'
              : 'Its state is being refreshed.'}
          </Typography>
        </ErrorPanel>
      )}
    </Box>
  );
}
