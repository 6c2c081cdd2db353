import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OFFBOARDING_ROUTES } from '../../../contract/console/offboarding.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Live } from '../../components/live.tsx';

/** Erases where an offboarded Entity was and what it charged, after its name was typed. */
export function EraseEntity({ entityId, name }: { entityId: string; name: string }) {
  const { reason } = usePermission('erase-data');
  const [asking, setAsking] = useState(false);
  const erase = useMutation(mutation(OFFBOARDING_ROUTES.eraseEntity));
  return (
    <>
      <ActButton color="error" denial={reason} onClick={() => setAsking(true)}>
        Erase locations and charge sessions
      </ActButton>
      <Live>
        {erase.data !== undefined &&
          `Erased ${formatCount(erase.data.places, 'location', 'locations')} and ${formatCount(erase.data.sessions, 'charge session', 'charge sessions')}.`}
      </Live>
      {asking && (
        <ConfirmDialog
          title={`Erase locations and charge sessions of ${name}?`}
          typed={name}
          act="Erase"
          working="Erasing"
          sending={erase}
          failed={mayBeDone(erase.error) ? 'It is not known whether it was erased' : 'Not erased'}
          advice={mayBeDone(erase.error) && 'To erase it again is safe.'}
          onConfirm={() =>
            erase.mutate({ params: { id: entityId } }, { onSuccess: () => setAsking(false) })
          }
          onClose={() => {
            erase.reset();
            setAsking(false);
          }}
        >
          <Typography>
            They are gone from this console for good, and reports count without them from then on.
            Sealed reports stay as they are; the audit log keeps that you erased them.
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
