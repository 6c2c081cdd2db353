import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { REASON_MAX } from '../../contract/console/headers.ts';
import { formatCount } from '../../domain/format.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { TextInput } from './text-input.tsx';

interface CancelDialogProps {
  /** How many can still be canceled, as last read. */
  count: number;
  /** Whether the Commands to cancel are known. */
  ready?: boolean;
  /** The request that starts it. */
  starting: { isPending: boolean; error: Error | null };
  /** Which Commands these are, and when they trigger. */
  children: ReactNode;
  onStart: (reason: string | null) => void;
  onClose: () => void;
}

/** Asks before open Commands of a batch are canceled. */
export function CancelDialog(props: CancelDialogProps) {
  const { count, ready = true, starting, onStart, onClose } = props;
  const [reason, setReason] = useState('');
  const act = `Cancel ${formatCount(count, 'open Command', 'open Commands')}`;
  return (
    <ConfirmDialog
      title={`${act}?`}
      typed={null}
      act={act}
      acting={starting.isPending}
      working="Starting"
      keep="Keep them"
      ready={ready}
      onConfirm={() => onStart(reason.trim() === '' ? null : reason.trim())}
      onClose={onClose}
    >
      {props.children}
      <Typography variant="body2">
        They are canceled one by one, soonest first; those that trigger before their turn are too
        late. Canceling cannot be undone, but it can be stopped.
      </Typography>
      <TextInput
        label="Reason (optional)"
        autoComplete="off"
        maxLength={REASON_MAX}
        value={reason}
        error={null}
        onChange={(event) => setReason(event.target.value)}
      />
      {starting.error !== null && (
        <ErrorPanel what="The cancellation was not confirmed" error={starting.error}>
          <Typography variant="body2">
            Your reason is kept. Pressing the button again is safe: it is the same request.
          </Typography>
        </ErrorPanel>
      )}
    </ConfirmDialog>
  );
}
