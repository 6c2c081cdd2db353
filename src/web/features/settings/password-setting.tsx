import Button from '@mui/material/Button';
import { useState } from 'react';
import { PasswordDialog } from './password-dialog.tsx';

/** Changes the operator's own password. */
export function PasswordSetting() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        Change password
      </Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  );
}
