import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { SESSION_ROUTES } from '../../../contract/console/session-routes.ts';
import { PasswordChange } from '../../../contract/console/session.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useSchemaForm } from '../../components/use-schema-form.ts';

/** Lets an operator change their own password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const narrow = useNarrow();
  const change = useMutation(mutation(SESSION_ROUTES.changePassword));
  const { form, problem } = useSchemaForm(PasswordChange, (values) =>
    change.mutate({ body: values }),
  );
  return (
    <Dialog open onClose={onClose} fullScreen={narrow} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form {...form}>
        <DialogTitle id={id} sx={{ fontSize: '1rem', pb: 1 }}>
          Change password
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          {!change.isSuccess && (
            <>
              <TextInput
                label="Current password"
                type="password"
                autoComplete="current-password"
                name="current"
                error={problem('current', 'Enter your current password.')}
              />
              <TextInput
                label="New password"
                type="password"
                autoComplete="new-password"
                helper="At least 8 characters; 15 or more are better."
                name="next"
                error={problem('next', 'Enter at least 8 characters.')}
              />
            </>
          )}
          {change.isError && (
            <ErrorPanel what="The password was not changed" error={change.error} />
          )}
          <Live>
            {change.isSuccess && (
              <Typography>
                The password was changed. All your other sessions have ended; this one continues.
              </Typography>
            )}
          </Live>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>
          <Button color="inherit" onClick={onClose}>
            {change.isSuccess ? 'Close' : 'Keep the password'}
          </Button>
          {!change.isSuccess && (
            <Button type="submit" variant="contained" disabled={change.isPending}>
              {change.isPending ? 'Changing' : 'Change password'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
