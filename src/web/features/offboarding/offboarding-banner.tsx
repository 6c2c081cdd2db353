import LogoutIcon from '@mui/icons-material/Logout';
import Alert from '@mui/material/Alert';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CancelOffboarding } from './cancel-offboarding.tsx';
import { useOffboarding } from './use-offboarding.ts';

/** Says on every tab of an Entity that it is being offboarded, by whom, and lets that be canceled. */
export function OffboardingBanner({ entityId, name }: { entityId: string; name: string }) {
  const pending = useOffboarding(entityId);
  if (pending === undefined) return null;
  const { requestId, requestedBy, requestedAt } = pending;
  return (
    <Alert
      severity="warning"
      icon={<LogoutIcon fontSize="inherit" />}
      action={<CancelOffboarding requestId={requestId} name={name} />}
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 220px' } }}
    >
      Being offboarded
      {requestedBy !== null && `, requested by ${requestedBy}`}
      {requestedAt !== null && (
        <>
          {' '}
          <RelativeTimeText instant={requestedAt} />
        </>
      )}
    </Alert>
  );
}
