import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict, mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

interface CancelOffboardingProps {
  requestId: string;
  /** Of its Entity. */
  name: string;
  /** Why it cannot be canceled, whoever asks; absent: it is Pending. */
  obstacle?: string | null;
}

/** Cancels a Pending request once that is confirmed; the Entity then stays. */
export function CancelOffboarding({ requestId, name, obstacle = null }: CancelOffboardingProps) {
  const { reason } = usePermission('offboard');
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(mutation(ENDPOINTS.cancelOffboardingRequest));
  const close = () => {
    cancel.reset();
    setAsking(false);
  };
  return (
    <>
      <ActButton color="inherit" denial={reason ?? obstacle} onClick={() => setAsking(true)}>
        Cancel offboarding
      </ActButton>
      {asking && (
        <ConfirmDialog
          title={`Cancel offboarding of ${name}?`}
          act="Cancel offboarding"
          working="Canceling"
          keep="Let it go on"
          sending={cancel}
          failed={
            mayBeDone(cancel.error)
              ? 'It is not known whether the request was canceled'
              : 'Not canceled'
          }
          advice={
            cancel.error !== null &&
            (isConflict(cancel.error)
              ? 'It was no longer Pending. Its state is being refreshed.'
              : 'Its state is being refreshed.')
          }
          onConfirm={() =>
            cancel.mutate({ params: { offboardingRequestId: requestId } }, { onSuccess: close })
          }
          onClose={close}
        >
          <Typography>The Entity stays in the Service, and can be commanded as before.</Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
