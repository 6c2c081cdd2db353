import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount } from '../../../domain/format.ts';
import { newIntentId } from '../../api/dispatch.ts';
import { plannedTimeLabel, utcBeside } from '../../../domain/planned-time.ts';
import { startSweepMutation } from '../../api/sweeps.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { collectiveLabel } from './planned-labels.ts';

interface CancelPlannedProps {
  /** What one request cancels: all Commands of a batch, type and instant, whatever their values. */
  items: readonly [PlannedItem, ...PlannedItem[]];
  onClose: () => void;
  /** Called with the batch, whose page shows the cancellation. */
  onStarted: (dispatchId: string) => void;
}

/** Asks whether to cancel the Commands of a planned item, and starts the cancellation. */
export function CancelPlanned({ items, onClose, onStarted }: CancelPlannedProps) {
  const [item] = items;
  // One id per dialog: pressing twice, or again after an error, is the same sweep.
  const [id] = useState(newIntentId);
  const [reason, setReason] = useState('');
  const starting = useMutation(startSweepMutation(useQueryClient(), item.dispatchId));
  const open = items.reduce((sum, each) => sum + each.open, 0);
  const count = formatCount(open, 'Command', 'Commands');
  const { type, triggerTime } = item;

  function start(): void {
    // Without a type the request would cancel the whole batch.
    if (starting.isPending || type === null) return;
    starting.mutate(
      { id, reason: reason.trim() === '' ? null : reason.trim(), only: { type, triggerTime } },
      { onSuccess: () => onStarted(item.dispatchId) },
    );
  }

  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="cancel-title">
      <DialogTitle id="cancel-title" sx={{ fontSize: '1rem' }}>
        Cancel {count}?
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Typography>
          {items.map(commandLabelWithValue).join(' and ')} on {collectiveLabel(item)}, planned for{' '}
          {plannedTimeLabel(item)} ({utcBeside(item) !== null && `${utcBeside(item)}, `}
          <RelativeTimeText instant={item.triggerTime} />
          ).
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Each Command is canceled once; it may be too late for some. The batch’s page shows the
          result of each.
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
              Pressing the button again is safe: it is the same request.
            </Typography>
          </ErrorPanel>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          Keep them
        </Button>
        <Button
          variant="contained"
          color="error"
          onClick={start}
          aria-disabled={starting.isPending}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        >
          {starting.isPending ? 'Canceling' : `Cancel ${count}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
