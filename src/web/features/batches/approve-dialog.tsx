import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  APPROVAL_ROUTES,
  ApprovalRequest,
  type Approval,
} from '../../../contract/console/approval.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { wereOverridden } from '../../../domain/approval.ts';
import { mutation, query } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { warningsOf } from '../dispatch/blockers.ts';
import { dryRunOf } from '../dispatch/dispatch-queries.ts';
import { DryRunPanel } from '../dispatch/dry-run-panel.tsx';
import { Findings } from '../dispatch/guard-panel.tsx';
import { Consequences } from '../dispatch/review-facts.tsx';
import { PlannedList } from '../dispatch/planned-list.tsx';
import { batchTitle } from './batch-labels.ts';

interface ApproveDialogProps {
  batch: BatchSummary;
  approval: Approval;
  onClose: () => void;
}

/** Shows what a dispatch that waits would meet now, and sends it with the approval of who looks at that. */
export function ApproveDialog({ batch, approval, onClose }: ApproveDialogProps) {
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
      <Box sx={{ width: '100%' }}>
        <TextInput
          label="Remark"
          autoComplete="off"
          multiline
          maxLength={REASON_MAX}
          value={remark}
          error={issue}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Box>
    </ConfirmDialog>
  );
}
