import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import type { Evidence, Resolution } from '../../../contract/console/resolution.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { TextLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { NO_FILTER, type BatchSearch } from './batch-search.ts';
import { EVIDENCE_LABELS } from './batch-labels.ts';
import { CheckSummary } from './check-summary.tsx';
import { CloseOutcome, ClosingMessage } from './close-outcome.tsx';

/** Actions of the resolver's panel, and why they are not available. */
export interface CheckControl {
  start: () => void;
  starting: boolean;
  error: unknown;
  /** Why the operator may not check or send, or null. */
  denial: string | null;
}

interface BatchResolutionProps {
  batch: BatchSummary;
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
  check: CheckControl;
}

const EVIDENCE = [
  'certain',
  'probable',
  'none',
  'unchecked',
] as const satisfies readonly Evidence[];

/** The findings of checks of an unknown outcome, and the possible actions. */
export function BatchResolution({ batch, search, onSearch, check }: BatchResolutionProps) {
  const { resolution, closing } = batch;
  const running = resolution?.state === 'running';
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 0.5, width: '100%' }}>
      <Live sx={{ width: '100%' }}>
        <CheckSummary batch={batch} />
        {closing !== null && <ClosingMessage closing={closing} />}
      </Live>
      {resolution !== null && (
        <>
          <Box
            component="fieldset"
            aria-label="Filter by finding"
            sx={{ border: 0, m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
          >
            {EVIDENCE.map((evidence) => {
              const on = search.evidence === evidence;
              return (
                <Button
                  key={evidence}
                  size="small"
                  variant="outlined"
                  color="inherit"
                  aria-pressed={on}
                  onClick={() => onSearch(on ? NO_FILTER : { ...NO_FILTER, evidence })}
                  sx={{ bgcolor: on ? 'action.selected' : 'transparent' }}
                >
                  {EVIDENCE_LABELS[evidence]}: {formatNumber(resolution.counts[evidence])}
                </Button>
              );
            })}
          </Box>
          {resolution.adopted > 0 && (
            <Typography variant="body2">
              {formatCount(resolution.adopted, 'found Command was', 'found Commands were')} added to
              this batch and {resolution.adopted === 1 ? 'is' : 'are'} tracked below.
            </Typography>
          )}
          {resolution.failures.length > 0 && <Failures failures={resolution.failures} />}
        </>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={running || check.starting || check.denial !== null}
          onClick={() => {
            if (!running && !check.starting && check.denial === null) check.start();
          }}
        >
          {resolution === null ? 'Check now' : 'Check again'}
        </Button>
        {mayBeSentAgain(batch) && check.denial === null && (
          <LinkButton
            variant="contained"
            to="/collectives/$collectiveId"
            params={{ collectiveId: batch.collectiveId }}
            search={{ dispatch: '1', previous: batch.id }}
          >
            Send again
          </LinkButton>
        )}
        <Typography variant="body2" color="textSecondary">
          {check.denial ?? sendAgainMessage(batch)}
        </Typography>
      </Box>
      {isUndecided(batch) && <CloseOutcome batch={batch} denial={check.denial} />}
      {check.error !== null && (
        <ErrorPanel what="The check could not be started" error={check.error} />
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

function Failures({ failures }: Pick<Resolution, 'failures'>) {
  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      Failed checks:
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {failures.map(({ words, count }) => (
          <li key={words}>
            {formatNumber(count)} × <q>{words}</q>
          </li>
        ))}
      </Box>
    </Box>
  );
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
