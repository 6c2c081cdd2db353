import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import type { BulkRequest, BulkValueChange, JobDetail } from '../../../contract/console/job.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { formatCount, nameInWords } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { changeTitle } from '../jobs/job-labels.ts';
import { itemsOf, typeCounts, type PlanRow } from './bulk-plan.ts';
import type { Plan } from './use-plan.ts';

/** The effects of a run, in sentences. */
function consequences(change: BulkValueChange, count: number): string[] {
  const target = formatCount(count, 'Entity', 'Entities');
  const act =
    change.kind === 'capacity'
      ? `The Service is asked to set the battery capacity of ${target}, one request each.`
      : `The Service is asked to turn “${nameInWords(change.feature)}” ${change.enabled ? 'on' : 'off'} for ${target}, one request each.`;
  return [
    `${act} Each is read first: one that has the value already is left alone, and the value before is kept.`,
    ...captureConsequences(change),
    'Each change is sent once, within the request budget of the console. It continues when this page is closed and can be stopped; what was changed then stays changed and can be set back.',
  ];
}

function captureConsequences(change: BulkValueChange): string[] {
  if (change.kind === 'capacity' || change.feature !== CAPTURE_CHARGE_SESSIONS) return [];
  return [
    change.enabled
      ? 'The Service checks whether each can capture its charge sessions; some vehicles need their battery capacity set before, and are refused otherwise.'
      : 'While it is off, no charge sessions of these Entities are captured.',
  ];
}

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
          : `Turn ${nameInWords(change.feature)} ${change.enabled ? 'on' : 'off'} for ${count}`
      }
      sending={starting}
      failed={
        mayBeDone(starting.error)
          ? 'It is not known whether the run started'
          : 'The run was not started'
      }
      advice={
        <>
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
        </>
      }
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
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => props.onReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
