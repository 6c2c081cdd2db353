import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Closing, ClosingVerdict } from '../../../contract/console/resolution.ts';
import { ClosingRequest, RESOLUTION_ROUTES } from '../../../contract/console/resolution-routes.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';
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
  const closing = useMutation(mutation(RESOLUTION_ROUTES.closeOutcome));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(ClosingRequest),
    defaultValues: { verdict, reason: '' },
  });
  const act = `Close as ${verdict === 'landed' ? 'landed' : 'not landed'}`;
  return (
    <FormDialog
      title={act}
      maxWidth="sm"
      description={
        <>
          {verdict === 'landed'
            ? 'The batch no longer blocks further dispatches, and sending again is not offered.'
            : 'The batch no longer blocks further dispatches, and sending again is offered.'}{' '}
          Your name and reason are recorded. Later findings are still shown.
        </>
      }
      act={act}
      working="Closing"
      keep="Back"
      sending={closing}
      failed="The outcome was not closed"
      onSubmit={handleSubmit((body) =>
        closing.mutate({ params: { id: dispatchId }, body }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <FormText control={control} name="reason" label="Reason" multiline maxLength={REASON_MAX} />
    </FormDialog>
  );
}
