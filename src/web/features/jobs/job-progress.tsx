import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Permission } from '../../../contract/console/access.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { Job, JobChange, CancelRequest } from '../../../contract/console/job.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { usePermission } from '../../api/session.ts';
import { ActButton } from '../../components/act-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ClockText } from '../../components/time-text.tsx';
import { countOf } from './job-labels.ts';

function stateMessage({ change, counts, state, total }: Job, ended: number): string {
  const all = countOf(change, total);
  switch (state) {
    case 'running': {
      const what = change.kind === 'cancel' ? 'Canceling, soonest first' : 'Running';
      return `${what}: ${formatNumber(ended)} of ${all} ${total === 1 ? 'has' : 'have'} a result.`;
    }
    case 'stopped':
      return `Stopped: ${countOf(change, counts.waiting)} ${counts.waiting === 1 ? 'was' : 'were'} left alone.`;
    case 'done':
      return total === 0
        ? 'Finished: there was nothing to do.'
        : `Finished: ${total === 1 ? `the ${all.slice(2)} has` : `all ${all} have`} a result.`;
  }
}

/** How far a job is, and why it waits. */
export function JobProgress({ job }: { job: Job }) {
  const { change, counts, pause, state, total } = job;
  const ended = total - counts.waiting - counts.sending;
  return (
    <>
      <Live>
        <Typography variant="body2">
          {stateMessage(job, ended)}
          {counts.sending > 0 &&
            state === 'stopped' &&
            ` ${formatNumber(counts.sending)} still on their way.`}
        </Typography>
      </Live>
      <ProgressBar
        label={change.kind === 'cancel' ? 'Commands with a result' : 'Entities with a result'}
        done={ended}
        total={total}
      />
      {pause !== null && (
        <Live sx={{ color: 'var(--mui-palette-status-amber)', mt: 0.5 }}>
          Paused until <ClockText instant={pause.until} />: <q>{pause.message}</q> Nothing is lost;
          it resumes automatically.
        </Live>
      )}
      {counts.unknown > 0 && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {formatCount(counts.unknown, 'outcome is', 'outcomes are')} unknown: no answer came, and a
          later read did not show what was wanted. None of them is sent again automatically.
        </Typography>
      )}
    </>
  );
}

/** What an operator needs to act on a job. */
export function permissionFor({ kind }: JobChange): Permission {
  if (kind === 'cancel') return 'cancel-command';
  return kind === 'offboarding' ? 'offboard' : 'change-entity';
}

/** Stops or resumes a job. */
export function JobControl({ job }: { job: Job }) {
  const { change, counts, id, state } = job;
  const { reason } = usePermission(permissionFor(change));
  const stops = state === 'running';
  const { stopBulk, resumeBulk, stopSweep, resumeSweep } = JOB_ROUTES;
  const [stop, resume] =
    change.kind === 'cancel' ? [stopSweep, resumeSweep] : [stopBulk, resumeBulk];
  const acting = useMutation(mutation(stops ? stop : resume));
  return (
    <>
      {(stops || (state === 'stopped' && counts.waiting > 0)) && (
        <ActButton
          variant={stops ? 'outlined' : 'contained'}
          color={stops ? 'inherit' : 'primary'}
          denial={reason}
          disabled={acting.isPending}
          onClick={() => acting.mutate({ params: { id } })}
        >
          {stops
            ? `Stop${change.kind === 'cancel' ? ' canceling' : ''}`
            : `Resume with ${countOf(change, counts.waiting)}`}
        </ActButton>
      )}
      <ErrorPanel what={stops ? 'Not stopped' : 'Not resumed'} error={acting.error} />
    </>
  );
}

interface CancelDialogProps {
  dispatchId: string;
  /** One planned item, or null for the whole batch. Undefined: the item cannot be named, so nothing can be canceled. */
  only: CancelRequest['only'] | undefined;
  /** How many can still be canceled, as last read. */
  count: number;
  /** Which Commands these are, and when they trigger. */
  children: ReactNode;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before open Commands of a batch are canceled, and starts that. */
export function CancelDialog(props: CancelDialogProps) {
  const { dispatchId, only, count, onStarted, onClose } = props;
  const [reason, setReason] = useState('');
  // One id while this is open: pressing twice is one job.
  const [id] = useState(randomId);
  const starting = useMutation(mutation(JOB_ROUTES.startSweep));
  const act = `Cancel ${formatCount(count, 'open Command', 'open Commands')}`;
  const start = () => {
    if (only === undefined) return;
    const body = { id, reason: reason.trim() === '' ? null : reason.trim(), only };
    starting.mutate({ params: { id: dispatchId }, body }, { onSuccess: onStarted });
  };
  return (
    <ConfirmDialog
      title={`${act}?`}
      act={act}
      sending={starting}
      failed="The cancellation was not confirmed"
      advice="Your reason is kept. Pressing the button again is safe: it is the same request."
      working="Starting"
      keep="Keep them"
      ready={only !== undefined}
      onConfirm={start}
      onClose={onClose}
    >
      {props.children}
      <Typography variant="body2">
        They are canceled one by one, soonest first; those that trigger before their turn are too
        late. Canceling cannot be undone, but it can be stopped.
      </Typography>
      <TextInput
        label="Reason (optional)"
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
