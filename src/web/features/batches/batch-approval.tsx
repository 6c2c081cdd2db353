import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  APPROVAL_ROUTES,
  type Approval,
  RefusalRequest,
  ApprovalRequest,
} from '../../../contract/console/approval.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { approvalDenial, wereOverridden } from '../../../domain/approval.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { mutation, query } from '../../api/query.ts';
import { sessionQuery } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { OutcomeMark } from '../../components/status/status-mark.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { warningsOf } from '../dispatch/blockers.ts';
import { DryRunPanel, dryRunOf } from '../dispatch/dry-run-panel.tsx';
import { Consequences, Findings, PlannedList } from '../dispatch/review-facts.tsx';
import { batchTitle } from './batch-labels.ts';

interface BatchApprovalProps {
  batch: BatchSummary;
  approval: Approval;
}

/** Of a dispatch that was not sent: who waits for whom and until when, or who decided and why. */
export function BatchApproval({ batch, approval }: BatchApprovalProps) {
  const { name } = batch.operator;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <OutcomeMark outcome={batch.outcome} approval={approval} />
      <Typography variant="body2">
        {name} asked for this on <ExactTimeText instant={approval.requestedAt} />.{' '}
        {approval.state === 'waiting' ? (
          <>
            It waits for an approver or administrator other than {name}; nothing is sent before. It
            expires on <ExactTimeText instant={approval.expiresAt} />.
          </>
        ) : (
          <>
            <Ended approval={approval} /> No device was commanded.
          </>
        )}
      </Typography>
      {approval.state === 'waiting' && <Decide batch={batch} approval={approval} />}
    </Box>
  );
}

/** Who refused or withdrew it and why, or that nobody decided. */
function Ended({ approval: { state, decidedBy, decidedAt, remark } }: { approval: Approval }) {
  if (decidedBy === null) {
    return (
      <>
        Nobody approved it until <ExactTimeText instant={decidedAt} />, so it expired.
      </>
    );
  }
  return (
    <>
      {decidedBy.name} {state === 'withdrawn' ? 'withdrew' : 'refused'} it on{' '}
      <ExactTimeText instant={decidedAt} />
      {remark === null ? '.' : ': '}
      {remark !== null && <q>{remark}</q>}
    </>
  );
}

/** Once it is decided its buttons are gone, so the title of the page takes the focus that they or their dialog had. */
function handFocusOn(): () => void {
  return () =>
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
}

/** What the operator of this page can decide, and why they cannot do the rest. */
function Decide({ batch, approval }: BatchApprovalProps) {
  const id = useId();
  const { data } = useQuery(sessionQuery);
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const withdrawing = useMutation(mutation(APPROVAL_ROUTES.withdrawDispatch));
  const operator = data?.operator ?? null;
  if (operator === null) return null;
  const rights = { role: operator.role, grants: data?.grants ?? [EVERY_COMMAND] };
  const denial = approvalDenial(operator.id, rights, batch);
  const close = () => setOpen(null);
  const button = { disabled: denial !== null, 'aria-describedby': id } as const;
  return (
    <Box
      ref={handFocusOn}
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <Button {...button} variant="contained" onClick={() => setOpen('approve')}>
        Approve
      </Button>
      <Button {...button} variant="outlined" color="inherit" onClick={() => setOpen('refuse')}>
        Refuse
      </Button>
      {operator.id === batch.operator.id && (
        <Button
          variant="outlined"
          color="inherit"
          loading={withdrawing.isPending}
          onClick={() => withdrawing.mutate({ params: { id: batch.id } })}
        >
          Withdraw
        </Button>
      )}
      <Typography id={id} variant="caption" color="textSecondary">
        {denial}
      </Typography>
      {open === 'approve' && <ApproveDialog batch={batch} approval={approval} onClose={close} />}
      {open === 'refuse' && <RefuseDialog batch={batch} onClose={close} />}
      <ErrorPanel what="It was not withdrawn" error={withdrawing.error} />
    </Box>
  );
}

/** Refuses a dispatch that waits, and says why. */
function RefuseDialog({ batch, onClose }: { batch: BatchSummary; onClose: () => void }) {
  const refusing = useMutation(mutation(APPROVAL_ROUTES.refuseDispatch));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(RefusalRequest),
    defaultValues: { remark: '' },
  });
  return (
    <FormDialog
      title="Refuse this dispatch"
      maxWidth="sm"
      description={`Nothing is sent. ${batch.operator.name} reads your name and your remark here.`}
      act="Refuse"
      working="Refusing"
      sending={refusing}
      failed="It was not refused"
      onSubmit={handleSubmit((body) =>
        refusing.mutate({ params: { id: batch.id }, body }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <FormText control={control} name="remark" label="Remark" multiline maxLength={REASON_MAX} />
    </FormDialog>
  );
}

interface ApproveDialogProps {
  batch: BatchSummary;
  approval: Approval;
  onClose: () => void;
}

/** Shows what a dispatch that waits would meet now, and sends it with the approval of who looks at that. */
function ApproveDialog({ batch, approval, onClose }: ApproveDialogProps) {
  const { id, collectiveId, kind, items, operator, reason } = batch;
  const plan = {
    collectiveId,
    kind,
    items: items.map(({ type, value, triggerTime }) => ({ type, value, triggerTime })),
  };
  const dryRun = useQuery(dryRunOf(plan));
  const collective = query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } });
  const { data: detail } = useQuery(collective);
  const approving = useMutation({
    ...mutation(APPROVAL_ROUTES.approveDispatch),
    // What the server refuses is newer than what is shown.
    onError: () => void dryRun.refetch(),
  });
  const [remark, setRemark] = useState('');
  const warnings = warningsOf(dryRun.data, null, id);
  const before = {
    digest: approval.override ?? '',
    totals: batch.overriddenTotals ?? [],
    findings: batch.overridden,
  };
  const isNew = warnings !== null && !wereOverridden(warnings, before);
  const issue = ApprovalRequest.safeParse({ remark }).error?.issues[0]?.message ?? null;
  const body = { remark };
  return (
    <ConfirmDialog
      toService
      title={`Approve: ${batchTitle(batch)}?`}
      act="Approve and send"
      working="Sending"
      keep="Not yet"
      sending={approving}
      failed={
        mayBeDone(approving.error)
          ? 'It is not known whether it was approved and sent'
          : 'It was not approved'
      }
      ready={dryRun.data !== undefined && !isNew && issue === null}
      notReady={isNew ? 'A new warning stops it.' : 'The dry run is not there yet.'}
      onConfirm={() => approving.mutate({ params: { id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography variant="body2">
        {operator.name} asked for this{reason === null ? ' without a reason.' : ': '}
        {reason !== null && (
          <>
            <q>{reason}</q>.
          </>
        )}{' '}
        Approving sends it now, once, to {batch.collectiveName ?? 'its Collective'}
        {batch.ignoreCooldown && ', and cooldowns are ignored'}.
      </Typography>
      {kind === 'schedule' && <PlannedList items={items} />}
      {detail !== undefined && <Consequences content={plan} detail={detail} />}
      <DryRunPanel plan={plan} dryRun={dryRun} onSkip={null} isNeeded />
      {warnings !== null && (
        <Alert severity={isNew ? 'error' : 'warning'}>
          {isNew
            ? `Warnings that ${operator.name} did not override. It cannot be approved like this: refuse it, or let ${operator.name} ask again.`
            : `${operator.name} overrode ${warnings.findings.length === 1 ? 'this warning' : 'these warnings'}.`}
          <Findings warnings={warnings} />
        </Alert>
      )}
      <TextInput
        label="Remark"
        multiline
        maxLength={REASON_MAX}
        value={remark}
        error={issue}
        onChange={(event) => setRemark(event.target.value)}
      />
    </ConfirmDialog>
  );
}
