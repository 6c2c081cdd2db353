import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { OVERVIEW_ROUTES, type Attention } from '../../../contract/console/overview.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useSchemaForm } from '../../components/use-schema-form.ts';
import { attentionText } from './attention-text.tsx';

const Reason = OVERVIEW_ROUTES.dismissAttention.body.pick({ reason: true });

interface DismissDialogProps {
  attention: Attention;
  onClose: () => void;
}

/** Asks for a reason to dismiss an item. */
export function DismissDialog({ attention, onClose }: DismissDialogProps) {
  const id = useId();
  const narrow = useNarrow();
  const dismissal = useMutation(mutation(OVERVIEW_ROUTES.dismissAttention));
  const { form, problem } = useSchemaForm(Reason, ({ reason }) =>
    dismissal.mutate({ body: { key: attention.key, reason } }, { onSuccess: onClose }),
  );
  const { title, detail } = attentionText(attention);
  return (
    <Dialog open onClose={onClose} fullScreen={narrow} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form {...form}>
        <DialogTitle id={id} sx={{ fontSize: '1rem', pb: 1 }}>
          Dismiss: {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          <Typography variant="body2" component="div">
            {detail}
          </Typography>
          <TextInput
            label="Reason"
            autoComplete="off"
            helper="All operators see it. It returns once its cause changes."
            name="reason"
            error={problem('reason', 'Enter why it needs no attention, in up to 500 characters.')}
          />
          {dismissal.isError && <ErrorPanel what="It was not dismissed" error={dismissal.error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>
          <Button color="inherit" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" variant="contained" disabled={dismissal.isPending}>
            {dismissal.isPending ? 'Dismissing' : 'Dismiss'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
