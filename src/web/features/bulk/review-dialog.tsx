import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { BulkRequest, JobDetail } from '../../../contract/console/job.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { itemsOf, typeCounts, type PlanRow } from './bulk-plan.ts';
import { changeTitle } from '../jobs/job-labels.ts';
import { consequences } from './consequences.ts';
import type { Plan } from './use-plan.ts';

interface ReviewDialogProps {
  id: string;
  plan: Plan;
  rows: readonly PlanRow[];
  reason: string;
  onReason: (reason: string) => void;
  onBegun: (detail: JobDetail) => void;
  onClose: () => void;
}

/** Shows what a run will do, and starts it after a typed confirmation. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { id, plan, rows, reason } = props;
  const { change } = plan;
  const starting = useMutation(mutation(JOB_ROUTES.startBulk));
  const count = formatCount(rows.length, 'Entity', 'Entities');
  const strangers = rows.filter(({ known }) => !known).length;
  const request: BulkRequest = {
    id,
    reason: reason.trim() === '' ? null : reason.trim(),
    chosenBy: plan.chosenBy,
    from: plan.from,
    change,
    items: itemsOf(rows),
  };
  return (
    <ConfirmDialog
      title={`${changeTitle(change)}: ${count}`}
      typed={`change ${rows.length}`}
      act={
        change.kind === 'capacity'
          ? `Set the capacity of ${count}`
          : `Turn ${change.feature} ${change.enabled ? 'on' : 'off'} for ${count}`
      }
      acting={starting.isPending}
      onConfirm={() => starting.mutate({ body: request }, { onSuccess: props.onBegun })}
      onClose={props.onClose}
    >
      {consequences(change, rows.length).map((sentence) => (
        <Typography key={sentence} variant="body2">
          {sentence}
        </Typography>
      ))}
      <Typography variant="body2">
        Chosen: {plan.chosenBy}. By type: {typeCounts(rows)}.
        {strangers > 0 &&
          ` ${formatCount(strangers, 'of them is', 'of them are')} not in the directory; the Service may not know them.`}
      </Typography>
      <TextInput
        label="Reason (optional)"
        error={null}
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        onChange={(event) => props.onReason(event.target.value)}
      />
      {starting.error !== null && (
        <ErrorPanel
          what={
            mayBeDone(starting.error)
              ? 'It is not known whether the run started'
              : 'The run was not started'
          }
          error={starting.error}
        >
          <Typography variant="body2">
            What you chose is kept. Pressing the button again is safe: it is the same run
            {mayBeDone(starting.error) && (
              <>
                , and{' '}
                <AppLink to="/bulk/$runId" params={{ runId: id }}>
                  its page
                </AppLink>{' '}
                shows whether it started
              </>
            )}
            .
          </Typography>
        </ErrorPanel>
      )}
    </ConfirmDialog>
  );
}
