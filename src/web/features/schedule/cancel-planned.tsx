import Typography from '@mui/material/Typography';
import type { PlannedItem } from '../../../contract/console/schedule.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { plannedTimeLabel, utcBeside } from '../../../domain/planned-time.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CancelDialog } from '../jobs/cancel-dialog.tsx';
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
  const { batch, type, triggerTime } = item;
  if (batch === null) return null;
  const { dispatchId } = batch;
  return (
    <CancelDialog
      dispatchId={dispatchId}
      // Without a type the request would cancel the whole batch.
      only={type === null ? undefined : { type, triggerTime }}
      count={items.reduce((sum, each) => sum + each.open, 0)}
      onStarted={() => onStarted(dispatchId)}
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
