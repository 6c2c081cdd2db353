import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { ClockOffset, Resolution } from '../../../contract/console/resolution.ts';
import { RESOLUTION_ROUTES } from '../../../contract/console/resolution-routes.ts';
import { formatCount, formatDuration, formatNumber } from '../../../domain/format.ts';
import { resolutionMessage } from '../../../domain/resolution-message.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';
import { CloseOutcome, ClosingMessage } from './close-outcome.tsx';

/** A clock that is off by less than this is not mentioned, in milliseconds. */
const CLOCK_NOTICED_MS = 2000;

/** What checks of an unknown outcome found, and what an operator can do about it. */
export function BatchResolution({ batch }: { batch: BatchSummary }) {
  const { resolution, closing } = batch;
  const checking = useMutation(mutation(RESOLUTION_ROUTES.resolve));
  const { reason: denial } = usePermission('dispatch');
  const off = resolution?.state === 'running' || checking.isPending || denial !== null;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 0.5, width: '100%' }}>
      <Live sx={{ width: '100%' }}>
        <CheckSummary batch={batch} />
        {closing !== null && <ClosingMessage closing={closing} />}
      </Live>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={off}
          onClick={() => {
            if (!off) checking.mutate({ params: { id: batch.id } });
          }}
        >
          {resolution === null ? 'Check now' : 'Check again'}
        </Button>
        {mayBeSentAgain(batch) && denial === null && (
          <LinkButton
            variant="contained"
            to="."
            search={(old) => ({ ...old, dispatch: batch.collectiveId, previous: batch.id })}
            resetScroll={false}
          >
            Send again
          </LinkButton>
        )}
        <Typography variant="body2" color="textSecondary">
          {denial ?? sendAgainMessage(batch)}
        </Typography>
      </Box>
      {isUndecided(batch) && <CloseOutcome batch={batch} denial={denial} />}
      {checking.error !== null && (
        <ErrorPanel what="The check could not be started" error={checking.error} />
      )}
      {batch.nextIds.length > 0 && (
        <Typography variant="body2">
          Sent again as{' '}
          {batch.nextIds.map((id) => (
            <TextLink key={id} to="/batches/$dispatchId" params={{ dispatchId: id }}>
              this batch
            </TextLink>
          ))}
          .
        </Typography>
      )}
    </Box>
  );
}

/** The findings of the last check in a sentence, what they rest on, and what could not be read. */
function CheckSummary({ batch: { resolution, lateFindAt } }: { batch: BatchSummary }) {
  if (resolution === null) return <Typography variant="body2">Not checked yet.</Typography>;
  const { counts, total, nextCheckAt, failures } = resolution;
  if (resolution.state === 'running') {
    const checked = total - counts.unchecked;
    return (
      <>
        <Typography variant="body2">
          Reading Commands: {formatNumber(checked)} of {formatCount(total, 'Entity', 'Entities')}.
        </Typography>
        <ProgressBar label="Entities checked" done={checked} total={total} />
      </>
    );
  }
  const basis = basisOf(resolution);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="body2">
        <Found resolution={resolution} />
        {nextCheckAt !== null && (
          <>
            {' '}
            Next check at <ClockText instant={nextCheckAt} />.
          </>
        )}
        {failures.length > 0 && ' Failed checks: '}
        {failures.map(({ words, count }) => `${formatNumber(count)} × “${words}”`).join(', ')}
      </Typography>
      {lateFindAt !== null && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          Found late, at <ClockText instant={lateFindAt} />: an earlier check had not found it.
        </Typography>
      )}
      {basis !== '' && (
        <Typography variant="caption" color="textSecondary" sx={{ maxWidth: '72ch' }}>
          {basis}
        </Typography>
      )}
    </Box>
  );
}

function Found({ resolution }: { resolution: Resolution }) {
  const { checkedUntil, verdict, operatorName, window } = resolution;
  if ((verdict === 'none' || verdict === 'too-early') && checkedUntil !== null) {
    return (
      <>
        <strong>
          Not found on any of {formatCount(resolution.total, 'Entity', 'Entities')} until{' '}
          <ClockText instant={checkedUntil} />.
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

/** What a finding cannot rule out, and how far the Service's clock was off. */
function basisOf({ counts, clock, verdict }: Resolution): string {
  const parts =
    counts.certain > 0
      ? [
          'The same Command sent by another client of your organisation at that moment is indistinguishable.',
        ]
      : [];
  const off = verdict === 'uncheckable' ? null : clockMessage(clock);
  return [...parts, off ?? ''].join(' ').trim();
}

/** How far the Service's clock was off, if that matters; else null. */
function clockMessage(clock: ClockOffset | null): string | null {
  if (clock === null) {
    return 'The Service’s clock is not known: Commands of any time were compared.';
  }
  const { lowMs, highMs } = clock;
  const middle = (lowMs + highMs) / 2;
  const wide = highMs - lowMs > 2 * CLOCK_NOTICED_MS;
  if (Math.abs(middle) < CLOCK_NOTICED_MS && !wide) return null;
  const about = wide ? `, known to within ${formatDuration((highMs - lowMs) / 2)}` : '';
  const way = middle < 0 ? 'behind' : 'ahead';
  return `The Service’s clock was ${formatDuration(Math.abs(middle))} ${way}${about}; this is allowed for.`;
}

/** Whether checks left something open that an operator may be able to settle. */
function isUndecided({ resolution, closing }: BatchSummary): boolean {
  return closing !== null || (resolution?.state === 'done' && resolution.verdict !== 'landed');
}

/** Number of Entities known to have received a Command. */
function commanded({ verdictCounts }: BatchSummary): number {
  return Object.values(verdictCounts).reduce((sum, count) => sum + count, 0);
}

/** Whether nothing was found anywhere, or an operator said that nothing landed. */
function mayBeSentAgain(batch: BatchSummary): boolean {
  const { resolution, closing, lateFindAt } = batch;
  if (resolution?.state === 'running' || commanded(batch) > 0) return false;
  if (closing?.verdict === 'not-landed') return lateFindAt === null || lateFindAt < closing.at;
  return closing === null && resolution?.canSendAgain === true;
}

/** Why sending again is offered, or why not. */
export function sendAgainMessage(batch: BatchSummary): string {
  const { resolution, closing } = batch;
  if (resolution?.state === 'running') return 'Sending again is not offered while the check runs.';
  if (mayBeSentAgain(batch)) {
    return closing === null
      ? 'A slow Service may still execute it: until that is ruled out, sending again needs a reason.'
      : 'Sending again creates a new batch that is linked to this one.';
  }
  if (closing?.verdict === 'landed') {
    return 'Sending again is not offered: this was closed as landed.';
  }
  if (batch.outcome === 'accepted' && batch.unaccounted > 0 && commanded(batch) > 0) {
    return `Sending again is not offered here: it would also command the ${formatNumber(commanded(batch))} that the Service answered with.`;
  }
  switch (resolution?.verdict ?? null) {
    case 'landed':
      return 'Sending again is not offered: this landed, and devices would be commanded twice.';
    case 'partly':
      return 'Sending again is not offered: some devices would be commanded twice.';
    case 'probable':
      return 'Sending again is not offered: the Commands found may be from this batch.';
    case 'too-early':
      return 'Sending again is not offered yet: the Service may still be executing it.';
    case 'incomplete':
      return 'Sending again is not offered: not all devices could be checked, so it may have landed.';
    case 'uncheckable':
      return 'Sending again is not offered: nothing can be checked. Close the outcome by hand.';
    case 'none':
    case null:
      return 'Sending again is offered once a check finds nothing on any device.';
  }
}
