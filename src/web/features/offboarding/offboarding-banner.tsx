import LogoutIcon from '@mui/icons-material/Logout';
import Alert from '@mui/material/Alert';
import type { DirectoryEntityDetail } from '../../../contract/console/directory.ts';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
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

/** Says on every tab of an offboarded Entity what was erased of it, when and by whom. */
export function ErasedBanner({ erased }: Pick<DirectoryEntityDetail, 'erased'>) {
  if (erased === null) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      Its locations and charge sessions were erased on <DateTimeText instant={erased.at} />
      {erased.by !== null && ` by ${erased.by}`}. Its Commands are kept.
    </Alert>
  );
}
