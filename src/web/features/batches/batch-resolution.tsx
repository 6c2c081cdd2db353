import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { RESOLUTION_ROUTES, ClosingRequest } from '../../../contract/console/resolution-routes.ts';
import type { Closing, ClosingVerdict, Resolution } from '../../../contract/console/resolution.ts';
import { wasNotApproved } from '../../../domain/approval.ts';
import { formatNumber } from '../../../domain/format.ts';
import {
  isOpenOutcome,
  maySendAgain,
  unknownOutcomeText,
  isDoubtful,
} from '../../../domain/unknown-outcome.ts';
import { itemMessages, refusalText } from '../../api/errors.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { ErrorPanel, ServerMessages } from '../../components/error-panel.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { OutcomeMark } from '../../components/status/status-mark.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { OUTCOME_STYLES, toneColor, toneGround } from '../../theme/status.ts';
import { BatchApproval } from './batch-approval.tsx';

/** When the console looks again: never an instant that is over. */
function NextCheck({ resolution: { state, nextCheckAt, isDue } }: { resolution: Resolution }) {
  if (state === 'running') return ', being checked now';
  if (nextCheckAt === null) return null;
  if (isDue) return ', next check due now';
  return (
    <>
      , next check <ClockText instant={nextCheckAt} />
    </>
  );
}

/** What is known of an unknown outcome in one line, the next act, and the rest on request. */
export function BatchResolution({ batch }: { batch: BatchSummary }) {
  const { resolution, closing } = batch;
  const zone = useZone();
  const { reason: denial } = usePermission('dispatch');
  const checking = useMutation(mutation(RESOLUTION_ROUTES.resolve));
  const [isUnfolded, setUnfolded] = useState(false);
  const rest = useId();
  const isOpen = isOpenOutcome(batch);
  const again = maySendAgain(batch);
  const decides = isOpen && (resolution?.counts.person ?? 0) > 0;
  const isOff = resolution?.state === 'running' || checking.isPending || denial !== null;
  const check = (
    <Button
      variant="outlined"
      color="inherit"
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) checking.mutate({ params: { id: batch.id } });
      }}
    >
      {resolution === null ? 'Check now' : 'Check again'}
    </Button>
  );
  const isCheckNext = isOpen && !again && !decides;
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, alignItems: 'center' }}
      >
        {isOpen && <OutcomeMark outcome="unknown" />}
        <Live sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Typography variant="body2">
            <strong>{unknownOutcomeText(batch, zone)}.</strong> Sent{' '}
            <ClockText instant={batch.createdAt} />
            {isOpen && resolution !== null && <NextCheck resolution={resolution} />}.
            {isOpen && ' Nothing is sent again automatically.'}
          </Typography>
        </Live>
        {isCheckNext && check}
        {again && denial === null && (
          <SendAgain batch={batch} variant="contained">
            Send again
          </SendAgain>
        )}
        {decides && closing === null && (
          <Button variant="contained" disabled={denial !== null} onClick={() => setUnfolded(true)}>
            Decide
          </Button>
        )}
        <Button
          color="inherit"
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? rest : undefined}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Less' : 'More'}
        </Button>
      </Box>
      {isUnfolded && (
        <Box id={rest} sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 1 }}>
          <Rest batch={batch} denial={denial} />
          {!isCheckNext && resolution?.verdict !== 'landed' && check}
          {(isOpen || closing !== null) && <CloseOutcome batch={batch} denial={denial} />}
        </Box>
      )}
      <ErrorPanel what="The check could not be started" error={checking.error} />
    </>
  );
}

interface SendAgainProps {
  batch: BatchSummary;
  variant?: 'contained' | 'outlined';
  children: ReactNode;
}

/** Opens the dispatch of a batch again over the page, linked to it. */
export function SendAgain({ batch, variant = 'outlined', children }: SendAgainProps) {
  return (
    <LinkButton
      variant={variant}
      color={variant === 'contained' ? 'primary' : 'inherit'}
      to="."
      search={(old) => ({ ...old, dispatch: batch.collectiveId, previous: batch.id })}
      resetScroll={false}
    >
      {children}
    </LinkButton>
  );
}

/** Why it is unknown, what was checked when, and what sending again would do. */
function Rest({ batch, denial }: { batch: BatchSummary; denial: string | null }) {
  const { resolution, closing, unknownCause, lateFindAt, nextIds } = batch;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ display: 'grid', gap: 0.5, maxWidth: '72ch' }}
    >
      {unknownCause !== null && <span>Cause: {unknownCause}</span>}
      {resolution?.failures.map(({ words, count }) => (
        <span key={words}>
          Not read: {formatNumber(count)} × “{words}”
        </span>
      ))}
      {resolution !== null && resolution.finishedAt !== null && (
        <span>
          Checked <ClockText instant={resolution.finishedAt} />
          {resolution.operatorName !== null && ` for ${resolution.operatorName}`}, by type, value
          and trigger time of Commands. The same Command of another system at that moment looks
          alike.
        </span>
      )}
      {lateFindAt !== null && (
        <span>
          Found late, at <ClockText instant={lateFindAt} />: an earlier check had not found it.
        </span>
      )}
      {closing !== null && <ClosingMessage closing={closing} />}
      {nextIds.length > 0 && (
        <span>
          Sent again as{' '}
          {nextIds.map((id) => (
            <BatchLink key={id} id={id} underline="always">
              this batch
            </BatchLink>
          ))}
          .
        </span>
      )}
      <span>{denial ?? sendAgainMessage(batch)}</span>
    </Typography>
  );
}

/** Why sending again is offered, or why not. */
export function sendAgainMessage(batch: BatchSummary): string {
  if (maySendAgain(batch)) {
    return isOpenOutcome(batch)
      ? 'Sending again makes a new batch. A slow Service may still execute this one, so it needs a reason.'
      : 'Sending again makes a new batch that is linked to this one.';
  }
  const isFound = Object.values(batch.verdictCounts).some((count) => count > 0);
  if (isFound || batch.closing?.verdict === 'landed') {
    return 'Sending again is not offered: devices would be commanded twice.';
  }
  if ((batch.resolution?.counts.person ?? 0) > 0) {
    return 'Sending again is not offered: Commands that may be of this batch were found.';
  }
  return 'Sending again is offered once a check finds nothing on any device.';
}

const ACTS = { landed: 'It landed', 'not-landed': 'It did not land' } as const satisfies Record<
  ClosingVerdict,
  string
>;

/** Lets an operator close what no check could settle, with a reason. */
function CloseOutcome({ batch, denial }: { batch: BatchSummary; denial: string | null }) {
  const [verdict, setVerdict] = useState<ClosingVerdict | null>(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography variant="body2" component="span">
        {batch.closing === null ? 'Know the outcome?' : 'Changed?'}
      </Typography>
      {(['landed', 'not-landed'] as const).map((each) => (
        <Button
          key={each}
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
function ClosingMessage({ closing }: { closing: Closing }) {
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
