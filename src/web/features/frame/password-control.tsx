import KeyIcon from '@mui/icons-material/KeyOutlined';
import { lazy, Suspense, useState } from 'react';
import { useHasPassword } from '../../api/session.ts';
import { RailButton } from './rail-item.tsx';

const Dialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}));

/** Changes the operator's own password, if operators have one. */
export function PasswordControl({ collapsed }: { collapsed: boolean }) {
  const [open, setOpen] = useState(false);
  if (!useHasPassword()) return null;
  return (
    <>
      <RailButton
        label="Change password"
        icon={KeyIcon}
        collapsed={collapsed}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
