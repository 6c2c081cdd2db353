import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { OVERVIEW_ROUTES, type Attention } from '../../../contract/console/overview.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';
import { attentionText } from './attention-text.tsx';

interface DismissDialogProps {
  attention: Attention;
  onClose: () => void;
}

/** Asks for a reason to dismiss an item. */
export function DismissDialog({ attention, onClose }: DismissDialogProps) {
  const dismissal = useMutation(mutation(OVERVIEW_ROUTES.dismissAttention));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(OVERVIEW_ROUTES.dismissAttention.body),
    defaultValues: { key: attention.key, reason: '' },
  });
  const { title, detail } = attentionText(attention);
  return (
    <FormDialog
      title={`Dismiss: ${title}`}
      description={detail}
      act="Dismiss"
      working="Dismissing"
      keep="Keep it"
      sending={dismissal}
      failed="It was not dismissed"
      onSubmit={handleSubmit((body) => dismissal.mutate({ body }, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="reason"
        label="Reason"
        autoComplete="off"
        helper="All operators see it. It returns once its cause changes."
        wrong="Enter why it needs no attention, in up to 500 characters."
      />
    </FormDialog>
  );
}
