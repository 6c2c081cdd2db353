import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AUDIT_ROUTES, type AuditCheck } from '../../../contract/console/audit.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormText } from '../../components/form.tsx';

interface ReanchorProps {
  found: AuditCheck;
  /** Called with the result of the check after the chain was re-anchored. */
  onDone: (found: AuditCheck) => void;
}

/** Accepts the breaks of a broken chain; operators who may not see why. */
export function Reanchor({ found, onDone }: ReanchorProps) {
  const [open, setOpen] = useState(false);
  const permission = usePermission('mend-audit');
  const act = useMutation(mutation(AUDIT_ROUTES.reanchorAudit));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(AUDIT_ROUTES.reanchorAudit.body),
    defaultValues: { reason: '' },
  });
  const isReady = useWatch({ control, name: 'reason', compute: (reason) => reason.trim() !== '' });
  const mend = handleSubmit((body) =>
    act.mutate(
      { body },
      {
        onSuccess: (after) => {
          setOpen(false);
          onDone(after);
        },
      },
    ),
  );
  if (!permission.allowed) {
    return (
      <Typography variant="body2" color="textSecondary">
        {permission.reason}
      </Typography>
    );
  }
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        Re-anchor the chain
      </Button>
      {open && (
        <ConfirmDialog
          title="Re-anchor the chain?"
          typed={null}
          act="Re-anchor the chain"
          acting={act.isPending}
          ready={isReady}
          onConfirm={() => void mend()}
          onClose={() => setOpen(false)}
        >
          <Typography>
            {formatCount(found.breaksTotal, 'break', 'breaks')} will be accepted as known. A new row
            records your name, your reason and a digest of everything before it. No row is changed,
            and the accepted breaks stay listed.
          </Typography>
          <FormText
            control={control}
            name="reason"
            multiline
            label="Reason"
            helper="Required: what caused the breaks, and how you know."
            maxLength={500}
          />
          {act.isError && <ErrorPanel what="The chain was not re-anchored" error={act.error} />}
        </ConfirmDialog>
      )}
    </>
  );
}
