import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { PasswordSignIn } from '../../../contract/console/session.ts';
import { confirmIdentity } from '../../api/confirm-identity.ts';
import { onConfirmedElsewhere } from '../../api/confirmed-elsewhere.ts';
import { mutationOf } from '../../api/query.ts';
import { useOwnProvider } from '../../api/session.ts';
import { providerUrl } from '../../api/sign-in-calls.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';

interface Asked {
  onConfirmed: () => void;
  onClose: () => void;
}

/** The question who it is before an act that cannot be undone: for the password, or at the identity provider. */
export function AskIdentity(props: Asked) {
  const host = useOwnProvider();
  return host === null ? <AskPassword {...props} /> : <AskProvider {...props} host={host} />;
}

/** Has the identity provider ask again who it is, in a tab of its own, so that this one keeps what was typed. */
function AskProvider({ host, onConfirmed, onClose }: Asked & { host: string }) {
  const begun = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => providerUrl(true),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    // Back from the provider without a confirmation, one needs another attempt.
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => onConfirmedElsewhere(onConfirmed), [onConfirmed]);
  return (
    <PlainDialog
      title="Confirm that it is you"
      maxWidth="xs"
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Leave it undone
          </Button>
          <Button
            variant="contained"
            href={begun.data ?? ''}
            target="_blank"
            rel="noopener"
            disabled={begun.data === undefined}
          >
            Sign in again with {host}
          </Button>
        </>
      }
    >
      <Typography variant="body2">
        This cannot be undone, and it is not certain that you signed in within the last ten minutes.
        Nothing was done yet. {host} opens in a new tab and asks who you are; this page then goes on
        by itself.
      </Typography>
      <ErrorPanel what="Not confirmed" error={begun.error} onRetry={() => void begun.refetch()} />
    </PlainDialog>
  );
}

const Password = PasswordSignIn.pick({ password: true });

/** The question for the password before an act that cannot be undone. */
function AskPassword({ onConfirmed, onClose }: Asked) {
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
