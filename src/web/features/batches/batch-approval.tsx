import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { APPROVAL_ROUTES, type Approval } from '../../../contract/console/approval.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { approvalDenial } from '../../../domain/approval.ts';
import { EVERY_COMMAND } from '../../../domain/permissions.ts';
import { mutation } from '../../api/query.ts';
import { sessionQuery } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

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
  const button = { size: 'small', disabled: denial !== null, 'aria-describedby': id } as const;
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
          size="small"
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
      {withdrawing.isError && <ErrorPanel what="It was not withdrawn" error={withdrawing.error} />}
    </Box>
  );
}
