import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { isDoubtful } from '../../../domain/batch-running.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { itemMessages, refusalText } from '../../api/errors.ts';
import { ServerMessages } from '../../components/error-panel.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { OUTCOME_STYLES, toneColor, toneGround } from '../../theme/status.ts';
import { BatchResolution } from './batch-resolution.tsx';

/** The outcome of sending, unless it was accepted for every Entity. */
export function OutcomeBanner({ batch }: { batch: BatchSummary }) {
  const doubtful = isDoubtful(batch);
  if (batch.outcome === 'accepted' && !doubtful) return null;
  const found = batch.outcome === 'accepted' && batch.unaccounted === 0;
  const shown = doubtful && !found ? 'unknown' : batch.outcome;
  const style = OUTCOME_STYLES[shown];
  return (
    <Box
      role={batch.outcome === 'sending' ? 'status' : 'alert'}
      sx={{
        borderLeft: 3,
        borderColor: toneColor(style.tone),
        background: toneGround(style),
        p: 1.5,
        mb: 2,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 0.75,
          justifyItems: 'start',
          width: doubtful ? 'auto' : 'fit-content',
          bgcolor: 'background.default',
          px: 1.25,
          py: 1,
          borderRadius: 1,
        }}
      >
        <OutcomeMark outcome={shown} />
        <Message batch={batch} />
        {doubtful && <BatchResolution batch={batch} />}
      </Box>
    </Box>
  );
}

function Message({ batch }: { batch: BatchSummary }) {
  if (batch.outcome === 'sending') {
    return (
      <Typography variant="body2">
        The Service has not answered yet. This page updates automatically.
      </Typography>
    );
  }
  if (batch.outcome === 'accepted') {
    const { unaccounted, memberCount } = batch;
    return (
      <Typography variant="body2">
        {unaccounted === 0
          ? 'The Service accepted, but its answer left out Entities. Their Commands have been found since.'
          : `The Service accepted, but its answer left out ${formatNumber(unaccounted)} of ${formatCount(memberCount, 'Entity', 'Entities')}. It is not known whether these were commanded.`}
      </Typography>
    );
  }
  if (batch.outcome === 'unknown') {
    return (
      <>
        <Typography variant="body2">
          It is not known whether this reached the devices. Nothing is sent again automatically.
        </Typography>
        {batch.unknownCause !== null && (
          <Typography variant="body2">Cause: {batch.unknownCause}</Typography>
        )}
      </>
    );
  }
  return (
    <>
      <Typography variant="body2">
        {refusalText(batch.refusedBy?.upstreamStatus ?? null)}{' '}
        {batch.refusedBy?.source === 'service'
          ? 'By the interface, a refused dispatch commands no device.'
          : 'No device was commanded.'}
      </Typography>
      <ServerMessages
        messages={batch.refusal?.errors.flatMap(itemMessages) ?? []}
        source={batch.refusedBy?.source ?? 'console'}
      />
    </>
  );
}
