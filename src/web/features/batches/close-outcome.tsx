import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Closing, ClosingVerdict } from '../../../contract/console/resolution.ts';
import { RESOLUTION_ROUTES } from '../../../contract/console/resolution-routes.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

const ACTS = { landed: 'It landed', 'not-landed': 'It did not land' } as const satisfies Record<
  ClosingVerdict,
  string
>;

/** Lets an operator close what no check could settle, with a reason. */
export function CloseOutcome({ batch, denial }: { batch: BatchSummary; denial: string | null }) {
  const [verdict, setVerdict] = useState<ClosingVerdict | null>(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography variant="body2" component="span">
        {batch.closing === null ? 'Know the outcome?' : 'Changed?'}
      </Typography>
      {(['landed', 'not-landed'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          color="inherit"
          variant="outlined"
          disabled={denial !== null}
          onClick={() => setVerdict(each)}
        >
          {ACTS[each]}
        </Button>
      ))}
      {verdict !== null && (
        <CloseDialog dispatchId={batch.id} verdict={verdict} onClose={() => setVerdict(null)} />
      )}
    </Box>
  );
}

/** Who closed the outcome, when and why. */
export function ClosingMessage({ closing }: { closing: Closing }) {
  return (
    <Typography variant="body2">
      <strong>Closed as {closing.verdict === 'landed' ? 'landed' : 'not landed'}</strong> by{' '}
      {closing.operatorName}, <ExactTimeText instant={closing.at} />: <q>{closing.reason}</q>
    </Typography>
  );
}

interface CloseDialogProps {
  dispatchId: string;
  verdict: ClosingVerdict;
  onClose: () => void;
}

function CloseDialog({ dispatchId, verdict, onClose }: CloseDialogProps) {
  const [reason, setReason] = useState('');
  const closing = useMutation(mutation(RESOLUTION_ROUTES.closeOutcome));
  const given = reason.trim();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="close-title">
      <DialogTitle id="close-title" sx={{ fontSize: '1rem', pb: 1 }}>
        Close as {verdict === 'landed' ? 'landed' : 'not landed'}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        <Typography variant="body2">
          {verdict === 'landed'
            ? 'The batch no longer blocks further dispatches, and sending again is not offered.'
            : 'The batch no longer blocks further dispatches, and sending again is offered.'}{' '}
          Your name and reason are recorded. Later findings are still shown.
        </Typography>
        <TextField
          label="Reason"
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          size="small"
          multiline
          maxRows={4}
          sx={{ mt: 0.5 }}
        />
        {closing.error !== null && (
          <ErrorPanel what="The outcome was not closed" error={closing.error} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          {given === '' ? 'Enter a reason first.' : ''}
        </Typography>
        <Button color="inherit" onClick={onClose} disabled={closing.isPending}>
          Back
        </Button>
        <Button
          variant="contained"
          disabled={given === '' || closing.isPending}
          onClick={() =>
            closing.mutate(
              { params: { id: dispatchId }, body: { verdict, reason: given } },
              { onSuccess: onClose },
            )
          }
        >
          {closing.isPending
            ? 'Closing'
            : `Close as ${verdict === 'landed' ? 'landed' : 'not landed'}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
