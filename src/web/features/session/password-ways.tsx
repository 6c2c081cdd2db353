import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, type FieldPath, type FieldValues } from 'react-hook-form';
import {
  FirstAdministrator,
  PasswordReset,
  PasswordSignIn,
} from '../../../contract/console/session.ts';
import type { z } from '../../../contract/zod.ts';
import { FormText } from '../../components/form.tsx';

const CODE = {
  name: 'code',
  label: 'One-time code',
  autoComplete: 'one-time-code',
} as const;

/** The field of a password that is chosen. */
export const NEW_PASSWORD: SignInField<'password'> = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  helper: 'At least 8 characters; 15 or more are better.',
  wrong: 'Enter at least 8 characters.',
};

const SIGN_IN = {
  label: 'Sign in with name and password',
  title: 'Name and password',
  schema: PasswordSignIn,
  fields: [
    { name: 'name', label: 'Name', autoComplete: 'username', wrong: 'Enter your name.' },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autoComplete: 'current-password',
      wrong: 'Enter your password.',
    },
  ],
  action: 'Sign in',
} as const;

const RESET = {
  label: 'Set a new password with a one-time code',
  title: 'New password',
  note: 'An administrator gives you a link or a code. Without one, get a code on the console’s machine with npm run password:reset.',
  schema: PasswordReset,
  fields: [{ ...CODE, wrong: 'Enter the code that the command printed.' }, NEW_PASSWORD],
  action: 'Set the password and sign in',
} as const;

/** The same where an identity provider signs operators in. */
const EMERGENCY = {
  title: 'Emergency access',
  note: 'For an administrator, when the identity provider cannot be used. Get a code on the console’s machine with npm run password:reset. The password confirms later what cannot be undone; it does not sign in.',
} as const;

const SETUP = {
  label: 'Create the first administrator',
  title: 'First administrator',
  note: 'There are no operators yet. The server printed a one-time code at start.',
  schema: FirstAdministrator,
  fields: [
    { ...CODE, wrong: 'Enter the code that the server printed.' },
    {
      name: 'name',
      label: 'Your name',
      autoComplete: 'username',
      wrong: 'Enter a name of up to 100 characters.',
    },
    NEW_PASSWORD,
  ],
  action: 'Create administrator and sign in',
} as const;

interface PasswordWaysProps {
  busy: boolean;
  onPassword: (form: PasswordSignIn) => void;
  onReset: (form: PasswordReset) => void;
}

/** Sign-in with a password, or with a one-time code that sets a new one. */
export function PasswordWays({ busy, onPassword, onReset }: PasswordWaysProps) {
  const [byCode, setByCode] = useState(false);
  return (
    <>
      {byCode ? (
        <SignInForm key="reset" {...RESET} busy={busy} onSubmit={onReset} />
      ) : (
        <SignInForm key="sign-in" {...SIGN_IN} busy={busy} onSubmit={onPassword} />
      )}
      <Button color="inherit" disabled={busy} onClick={() => setByCode(!byCode)}>
        {byCode ? 'Use a password' : 'Use a one-time code'}
      </Button>
    </>
  );
}

/** For when the identity provider is away: a one-time code of the command line, which stays out of sight until then. */
export function EmergencyWay({ busy, onReset }: Pick<PasswordWaysProps, 'busy' | 'onReset'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {open && <SignInForm {...RESET} {...EMERGENCY} busy={busy} onSubmit={onReset} />}
      <Button color="inherit" disabled={busy} onClick={() => setOpen(!open)}>
        {open ? 'Hide emergency access' : 'Use a one-time code'}
      </Button>
    </>
  );
}

/** Creates the first administrator with the code that the server printed at startup. */
export function SetupForm(props: { busy: boolean; onSubmit: (form: FirstAdministrator) => void }) {
  return <SignInForm {...SETUP} {...props} />;
}

/** A field of a form; `wrong` is shown if its value is not accepted. */
interface SignInField<Name extends string> {
  name: Name;
  label: string;
  autoComplete: string;
  wrong: string;
  helper?: string;
  type?: 'password';
}

interface SignInFormProps<T extends FieldValues> {
  /** Accessible name of the form. */
  label: string;
  title: string;
  note?: string;
  schema: z.ZodType<T, T>;
  fields: readonly SignInField<FieldPath<T>>[];
  action: string;
  busy: boolean;
  onSubmit: (values: T) => void;
}

/** A sign-in method with a form. */
export function SignInForm<T extends FieldValues>(props: SignInFormProps<T>) {
  const { label, title, note, schema, fields, action, busy, onSubmit } = props;
  const { control, handleSubmit } = useForm<T, unknown, T>({ resolver: zodResolver(schema) });
  return (
    <Box
      component="form"
      aria-label={label}
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h2">{title}</Typography>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
      {fields.map((field) => (
        <FormText key={field.name} control={control} {...field} />
      ))}
      <Button type="submit" variant="contained" disabled={busy}>
        {action}
      </Button>
    </Box>
  );
}
