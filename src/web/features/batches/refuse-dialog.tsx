import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { APPROVAL_ROUTES, RefusalRequest } from '../../../contract/console/approval.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';

/** Refuses a dispatch that waits, and says why. */
export function RefuseDialog({ batch, onClose }: { batch: BatchSummary; onClose: () => void }) {
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
