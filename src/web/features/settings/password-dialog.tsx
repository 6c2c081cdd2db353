import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SESSION_ROUTES } from '../../../contract/console/session-routes.ts';
import { PasswordChange } from '../../../contract/console/session.ts';
import { mutation } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';

/** Lets an operator change their own password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useMutation(mutation(SESSION_ROUTES.changePassword));
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { current: '', next: '' },
  });
  return (
    <FormDialog
      title="Change password"
      act="Change password"
      working="Changing"
      keep="Keep the password"
      sending={change}
      failed="The password was not changed"
      done={
        change.isSuccess
          ? 'The password was changed. All your other sessions have ended; this one continues.'
          : null
      }
      onSubmit={handleSubmit((body) => change.mutate({ body }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="current"
        label="Current password"
        type="password"
        autoComplete="current-password"
        wrong="Enter your current password."
      />
      <FormText
        control={control}
        name="next"
        label="New password"
        type="password"
        autoComplete="new-password"
        helper="At least 8 characters; 15 or more are better."
        wrong="Enter at least 8 characters."
      />
    </FormDialog>
  );
}
