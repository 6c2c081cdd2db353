import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { newIntentId } from '../../api/dispatch.ts';
import { startSweepMutation } from '../../api/sweeps.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';

const REASON_MAX = 500;

/** What to cancel: a whole batch, or one planned item. */
export interface SweepScope {
  /** How many can still be canceled, as last seen. */
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
  const client = useQueryClient();
  // One id while this is open: pressing twice is one sweep.
  const [id] = useState(newIntentId);
  const [reason, setReason] = useState('');
  const starting = useMutation(startSweepMutation(client, batch.id));
  const { item, count } = scope;
  const soonest = scope.soonestMs === null ? null : isoInstant(scope.soonestMs);
  const act = `Cancel ${formatCount(count, 'open Command', 'open Commands')}`;
  const begin = (): void => {
    const only =
      item === null || item.type === null || item.triggerTime === null
        ? null
        : { type: item.type, triggerTime: item.triggerTime };
    const request = { id, reason: reason.trim() === '' ? null : reason.trim(), only };
    starting.mutate(request, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="sweep-title">
      <DialogTitle id="sweep-title" sx={{ fontSize: '1rem', pb: 1 }}>
        {act}?
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
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
        <Typography variant="body2">
          They are canceled one by one, soonest first; those that trigger before their turn are too
          late. Canceling cannot be undone, but it can be stopped.
        </Typography>
        <TextField
          label="Reason (optional)"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          size="small"
          multiline
          maxRows={4}
          sx={{ mt: 0.5 }}
        />
        {starting.error !== null && (
          <ErrorPanel what="The cancellation was not started" error={starting.error}>
            <Typography variant="body2">
              Your reason is kept. Pressing the button again is safe: it is the same sweep.
            </Typography>
          </ErrorPanel>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          Enter does not cancel. Click, or press Space on the button.
        </Typography>
        <Button color="inherit" onClick={onClose} disabled={starting.isPending}>
          Back
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={starting.isPending}
          onClick={begin}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        >
          {starting.isPending ? 'Starting' : act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
