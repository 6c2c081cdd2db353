import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PasswordReset, PasswordSignIn } from '../../../contract/console/session.ts';
import { PasswordForm } from './password-form.tsx';
import { ResetForm } from './reset-form.tsx';

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
        <ResetForm busy={busy} onSubmit={onReset} />
      ) : (
        <PasswordForm busy={busy} onSubmit={onPassword} />
      )}
      <Button color="inherit" disabled={busy} onClick={() => setByCode(!byCode)}>
        {byCode ? 'Use a password' : 'Use a one-time code'}
      </Button>
    </>
  );
}
