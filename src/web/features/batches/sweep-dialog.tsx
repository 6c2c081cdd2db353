import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { SWEEP_ROUTES } from '../../../contract/console/sweep.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { CancelDialog } from '../../components/cancel-dialog.tsx';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';

/** What to cancel: a whole batch, or one planned item. */
export interface SweepScope {
  /** How many can still be canceled, as last read. */
  count: number;
  /** Their soonest trigger time. */
  soonestMs: number | null;
  item: BatchSummary['items'][number] | null;
}

interface SweepDialogProps {
  batch: BatchSummary;
  scope: SweepScope;
  onClose: () => void;
}

/** Asks before Commands are canceled: how many, and when the first triggers. */
export function SweepDialog({ batch, scope, onClose }: SweepDialogProps) {
  const { item, count } = scope;
  // One id while this is open: pressing twice is one sweep.
  const [id] = useState(randomId);
  const starting = useMutation(mutation(SWEEP_ROUTES.startSweep));
  const soonest = scope.soonestMs === null ? null : isoInstant(scope.soonestMs);
  const { type = null, triggerTime = null } = item ?? {};
  const only = type === null || triggerTime === null ? null : { type, triggerTime };
  return (
    <CancelDialog
      // For an item without a type or an instant, the request would cancel the whole batch.
      ready={item === null || only !== null}
      count={count}
      starting={starting}
      onStart={(reason) =>
        starting.mutate(
          { params: { id: batch.id }, body: { id, reason, only } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Typography variant="body2">
        {item === null
          ? `Of this batch, ${formatCount(count, 'Command is', 'Commands are')} still Pending as last seen.`
          : `${commandLabelWithValue(item)}: ${formatCount(count, 'Command is', 'Commands are')} still Pending as last seen.`}{' '}
        {soonest !== null && (
          <>
            The soonest triggers <ExactTimeText instant={soonest} /> (
            <RelativeTimeText instant={soonest} />
            ).
          </>
        )}
      </Typography>
    </CancelDialog>
  );
}
