import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { FirstAdministrator } from '../../../contract/console/session.ts';
import { TextInput } from '../../components/text-input.tsx';

interface SetupFormProps {
  busy: boolean;
  onSubmit: (form: FirstAdministrator) => void;
}

/** Creates the first administrator with the code that the server printed at start. */
export function SetupForm({ busy, onSubmit }: SetupFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(FirstAdministrator),
    defaultValues: { code: '', name: '', password: '' },
  });
  const { errors } = formState;
  return (
    <Box
      component="form"
      aria-label="Create the first administrator"
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h2">First administrator</Typography>
      <Typography variant="body2" color="textSecondary">
        There are no operators yet. The server printed a one-time code at start.
      </Typography>
      <TextInput
        label="One-time code"
        autoComplete="one-time-code"
        {...register('code')}
        error={errors.code === undefined ? null : 'Enter the code that the server printed.'}
      />
      <TextInput
        label="Your name"
        autoComplete="username"
        {...register('name')}
        error={errors.name === undefined ? null : 'Enter a name of up to 100 characters.'}
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
        Create administrator and sign in
      </Button>
    </Box>
  );
}
