import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { CancelRequest } from '../../../contract/console/job.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';

interface CancelDialogProps {
  dispatchId: string;
  /** One planned item, or null for the whole batch. Undefined: the item cannot be named, so nothing can be canceled. */
  only: CancelRequest['only'] | undefined;
  /** How many can still be canceled, as last read. */
  count: number;
  /** Which Commands these are, and when they trigger. */
  children: ReactNode;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before open Commands of a batch are canceled, and starts that. */
export function CancelDialog(props: CancelDialogProps) {
  const { dispatchId, only, count, onStarted, onClose } = props;
  const [reason, setReason] = useState('');
  // One id while this is open: pressing twice is one job.
  const [id] = useState(randomId);
  const starting = useMutation(mutation(JOB_ROUTES.startSweep));
  const act = `Cancel ${formatCount(count, 'open Command', 'open Commands')}`;
  const start = () => {
    if (only === undefined) return;
    const body = { id, reason: reason.trim() === '' ? null : reason.trim(), only };
    starting.mutate({ params: { id: dispatchId }, body }, { onSuccess: onStarted });
  };
  return (
    <ConfirmDialog
      title={`${act}?`}
      act={act}
      sending={starting}
      failed="The cancellation was not confirmed"
      advice="Your reason is kept. Pressing the button again is safe: it is the same request."
      working="Starting"
      keep="Keep them"
      ready={only !== undefined}
      onConfirm={start}
      onClose={onClose}
    >
      {props.children}
      <Typography variant="body2">
        They are canceled one by one, soonest first; those that trigger before their turn are too
        late. Canceling cannot be undone, but it can be stopped.
      </Typography>
      <TextInput
        label="Reason (optional)"
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
