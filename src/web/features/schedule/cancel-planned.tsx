import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { SWEEP_ROUTES } from '../../../contract/console/sweep.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { plannedTimeLabel, utcBeside } from '../../../domain/planned-time.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { CancelDialog } from '../../components/cancel-dialog.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { collectiveLabel } from './planned-labels.ts';

interface CancelPlannedProps {
  /** The scope of one request: all Commands of a batch, type and instant, whatever their values. */
  items: readonly [PlannedItem, ...PlannedItem[]];
  onClose: () => void;
  /** Called with the batch, whose page shows the cancellation. */
  onStarted: (dispatchId: string) => void;
}

/** Asks whether to cancel the Commands of a planned item, and starts the cancellation. */
export function CancelPlanned({ items, onClose, onStarted }: CancelPlannedProps) {
  const [item] = items;
  const { dispatchId, type, triggerTime } = item;
  // One id while this is open: pressing twice is one sweep.
  const [id] = useState(randomId);
  const starting = useMutation(mutation(SWEEP_ROUTES.startSweep));
  return (
    <CancelDialog
      // Without a type the request would cancel the whole batch.
      ready={type !== null}
      count={items.reduce((sum, each) => sum + each.open, 0)}
      starting={starting}
      onStart={(reason) => {
        if (type === null) return;
        const body = { id, reason, only: { type, triggerTime } };
        starting.mutate(
          { params: { id: dispatchId }, body },
          { onSuccess: () => onStarted(dispatchId) },
        );
      }}
      onClose={onClose}
    >
      <Typography>
        {items.map(commandLabelWithValue).join(' and ')} on {collectiveLabel(item)}, planned for{' '}
        {plannedTimeLabel(item)} ({utcBeside(item) !== null && `${utcBeside(item)}, `}
        <RelativeTimeText instant={item.triggerTime} />
        ).
      </Typography>
    </CancelDialog>
  );
}
