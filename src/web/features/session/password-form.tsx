import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { PasswordSignIn } from '../../../contract/console/session.ts';
import { TextInput } from '../../components/text-input.tsx';

interface PasswordFormProps {
  busy: boolean;
  onSubmit: (form: PasswordSignIn) => void;
}

/** Name and password. */
export function PasswordForm({ busy, onSubmit }: PasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PasswordSignIn),
    defaultValues: { name: '', password: '' },
  });
  return (
    <Box
      component="form"
      aria-label="Sign in with name and password"
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h2">Name and password</Typography>
      <TextInput
        label="Name"
        autoComplete="username"
        {...register('name')}
        error={formState.errors.name === undefined ? null : 'Enter your name.'}
      />
      <TextInput
        label="Password"
        type="password"
        autoComplete="current-password"
        {...register('password')}
        error={formState.errors.password === undefined ? null : 'Enter your password.'}
      />
      <Button type="submit" variant="contained" disabled={busy}>
        Sign in
      </Button>
    </Box>
  );
}
