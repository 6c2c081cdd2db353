import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { PasswordReset } from '../../../contract/console/session.ts';
import { TextInput } from '../../components/text-input.tsx';

interface ResetFormProps {
  busy: boolean;
  onSubmit: (form: PasswordReset) => void;
}

/** Sets a new password with the one-time code from a command on the console's machine. */
export function ResetForm({ busy, onSubmit }: ResetFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { code: '', password: '' },
  });
  const { errors } = formState;
  return (
    <Box
      component="form"
      aria-label="Set a new password with a one-time code"
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h2">New password</Typography>
      <Typography variant="body2" color="textSecondary">
        Get a one-time code on the console’s machine with npm run password:reset.
      </Typography>
      <TextInput
        label="One-time code"
        autoComplete="one-time-code"
        {...register('code')}
        error={errors.code === undefined ? null : 'Enter the code that the command printed.'}
      />
      <TextInput
        label="New password"
        type="password"
        autoComplete="new-password"
        helper="At least 8 characters; 15 or more are better."
        {...register('password')}
        error={errors.password === undefined ? null : 'Enter at least 8 characters.'}
      />
      <Button type="submit" variant="contained" disabled={busy}>
        Set the password and sign in
      </Button>
    </Box>
  );
}
