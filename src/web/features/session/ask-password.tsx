import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { PasswordSignIn } from '../../../contract/console/session.ts';
import { confirmIdentity } from '../../api/confirm-identity.ts';
import { mutationOf } from '../../api/query.ts';
import { FormDialog, FormText } from '../../components/form.tsx';

const Password = PasswordSignIn.pick({ password: true });

/** The question for the password before an act that cannot be undone. */
export function AskPassword({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void;
  onClose: () => void;
}) {
  const confirming = useMutation(
    mutationOf(({ password }: { password: string }) => confirmIdentity(password)),
  );
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Password),
    defaultValues: { password: '' },
  });
  return (
    <FormDialog
      title="Confirm that it is you"
      description="Your last sign-in is more than ten minutes ago, and this cannot be undone. Nothing was done yet."
      act="Confirm"
      working="Checking"
      keep="Leave it undone"
      sending={confirming}
      failed="Not confirmed"
      onSubmit={handleSubmit((form) => confirming.mutate(form, { onSuccess: onConfirmed }))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        wrong="Enter your password."
      />
    </FormDialog>
  );
}
