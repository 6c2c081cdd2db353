import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { ClockOffset, Resolution } from '../../../contract/console/resolution.ts';
import { formatCount, formatDuration, formatNumber } from '../../../domain/format.ts';
import { resolutionMessage } from '../../../domain/resolution-message.ts';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';

/** A clock that is off by less than this is not mentioned, in milliseconds. */
const CLOCK_NOTICED_MS = 2000;

/** The findings of the last check, its time, and its evidence. */
export function CheckSummary({ batch }: { batch: BatchSummary }) {
  const { resolution } = batch;
  if (resolution === null) {
    return <Typography variant="body2">Not checked yet.</Typography>;
  }
  const checked = resolution.total - resolution.counts.unchecked;
  if (resolution.state === 'running') {
    return (
      <>
        <Typography variant="body2">
          Reading Commands: {formatNumber(checked)} of{' '}
          {formatCount(resolution.total, 'Entity', 'Entities')}.
        </Typography>
        <ProgressBar label="Entities checked" done={checked} total={resolution.total} />
      </>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="body2">
        <Found resolution={resolution} />
        <NextLook resolution={resolution} />
      </Typography>
      {batch.lateFindAt !== null && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          Found late, at <ClockText instant={batch.lateFindAt} />: an earlier check had not found
          it.
        </Typography>
      )}
      <Basis resolution={resolution} />
    </Box>
  );
}

function Found({ resolution }: { resolution: Resolution }): ReactNode {
  const { checkedUntil, verdict, operatorName, window } = resolution;
  const nothing = verdict === 'none' || verdict === 'too-early';
  if (nothing && checkedUntil !== null) {
    const of = formatCount(resolution.total, 'Entity', 'Entities');
    return (
      <>
        <strong>
          Not found on any of {of} until <ClockText instant={checkedUntil} />.
        </strong>{' '}
        Trigger times compared: <ExactTimeText instant={window.start} /> to{' '}
        <ExactTimeText instant={window.end} />.
      </>
    );
  }
  return (
    <>
      <strong>{resolutionMessage(resolution)}</strong> Checked{' '}
      <ClockText instant={resolution.finishedAt ?? resolution.startedAt} />
      {operatorName === null ? '' : ` for ${operatorName}`}.
    </>
  );
}

function NextLook({ resolution: { nextCheckAt } }: { resolution: Resolution }): ReactNode {
  if (nextCheckAt === null) return null;
  return (
    <>
      {' '}
      Next check at <ClockText instant={nextCheckAt} />.
    </>
  );
}

/** What makes a finding certain, and what cannot be ruled out. */
function Basis({ resolution }: { resolution: Resolution }): ReactNode {
  const { counts, clock, verdict } = resolution;
  const parts: string[] = [];
  if (counts.certain > 0) {
    parts.push(
      'Certain means: one Command of this type and value, triggered at the time of the send. The same Command sent by another client of your organisation at that moment is indistinguishable.',
    );
  }
  const off = clockMessage(clock);
  if (verdict !== 'uncheckable' && off !== null) parts.push(off);
  if (parts.length === 0) return null;
  return (
    <Typography variant="caption" color="textSecondary" sx={{ maxWidth: '72ch' }}>
      {parts.join(' ')}
    </Typography>
  );
}

/** How far the Service's clock was off, if that matters; else null. */
function clockMessage(clock: ClockOffset | null): string | null {
  if (clock === null) {
    return 'The Service’s clock is not known: Commands of any time were compared, and no finding is certain.';
  }
  const { lowMs, highMs } = clock;
  const middle = (lowMs + highMs) / 2;
  const wide = highMs - lowMs > 2 * CLOCK_NOTICED_MS;
  if (Math.abs(middle) < CLOCK_NOTICED_MS && !wide) return null;
  const about = wide ? `, known to within ${formatDuration((highMs - lowMs) / 2)}` : '';
  const way = middle < 0 ? 'behind' : 'ahead';
  return `The Service’s clock was ${formatDuration(Math.abs(middle))} ${way}${about}; this is allowed for.`;
}
