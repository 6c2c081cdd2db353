import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { batchQuery } from '../../api/batches.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import type { Intent } from './draft.ts';

/** Why a send was not confirmed, followed by what its record says once the console has one. */
export function UnansweredSend({ intent, error }: { intent: Intent; error: unknown }) {
  // Kept fresh by the batch's topic, and asked again while it cannot be read.
  const { data } = useQuery({ ...batchQuery(intent.id), enabled: intent.unansweredAt !== null });
  const batch = data?.batch;
  const record = (
    <AppLink to="/batches/$dispatchId" params={{ dispatchId: intent.id }}>
      Open its record
    </AppLink>
  );
  if (batch !== undefined && batch.outcome !== 'sending') {
    return (
      <Alert severity={isOpenOutcome(batch) ? 'warning' : 'info'}>
        The answer did not reach this page; this is in the console’s records:
        <OutcomeBar batch={batch} />
        {record}
      </Alert>
    );
  }
  return (
    <ErrorPanel what="Not confirmed" error={error}>
      <Typography variant="body2">
        {intent.unansweredAt === null
          ? 'No device was changed. Your input is kept.'
          : 'Your input is kept. Pressing the button again is safe: it is the same intent, and it reaches the devices at most once.'}
      </Typography>
      {intent.unansweredAt !== null && <Typography variant="body2">{record}</Typography>}
    </ErrorPanel>
  );
}
