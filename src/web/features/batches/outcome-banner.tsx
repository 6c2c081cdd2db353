import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { wasNotApproved } from '../../../domain/approval.ts';
import { isDoubtful, isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { itemMessages, refusalText } from '../../api/errors.ts';
import { ServerMessages } from '../../components/error-panel.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { OUTCOME_STYLES, toneColor, toneGround } from '../../theme/status.ts';
import { BatchApproval } from './batch-approval.tsx';
import { BatchResolution } from './batch-resolution.tsx';

/** The outcome of sending, unless it was accepted for every Entity. */
export function OutcomeBanner({ batch }: { batch: BatchSummary }) {
  const doubtful = isDoubtful(batch);
  const { approval } = batch;
  const isUnapproved = batch.outcome === 'waiting' || wasNotApproved(batch);
  if (batch.outcome === 'accepted' && !doubtful) return null;
  const shown = doubtful ? (isOpenOutcome(batch) ? 'unknown' : 'accepted') : batch.outcome;
  const style = OUTCOME_STYLES[shown];
  return (
    <Box
      role={['waiting', 'sending', 'accepted'].includes(shown) ? 'status' : 'alert'}
      sx={{
        borderLeft: 3,
        borderColor: toneColor(style.tone),
        background: toneGround(style),
        px: 1.5,
        py: 1,
        mb: 2,
      }}
    >
      <Box sx={{ bgcolor: 'background.default', px: 1.25, py: 0.75, borderRadius: 1 }}>
        {approval !== undefined && isUnapproved ? (
          <BatchApproval batch={batch} approval={approval} />
        ) : doubtful ? (
          <BatchResolution batch={batch} />
        ) : (
          <Message batch={batch} />
        )}
      </Box>
    </Box>
  );
}

function Message({ batch }: { batch: BatchSummary }) {
  const { outcome, refusedBy, refusal } = batch;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <OutcomeMark outcome={outcome} />
      {outcome === 'sending' ? (
        <Typography variant="body2">
          The Service has not answered yet. This page updates automatically.
        </Typography>
      ) : (
        <>
          <Typography variant="body2">
            {refusalText(refusedBy?.upstreamStatus ?? null)}{' '}
            {refusedBy?.source === 'service'
              ? 'By the interface, a refused dispatch commands no device.'
              : 'No device was commanded.'}
          </Typography>
          <ServerMessages
            messages={refusal?.errors.flatMap(itemMessages) ?? []}
            source={refusedBy?.source ?? 'console'}
          />
        </>
      )}
    </Box>
  );
}
