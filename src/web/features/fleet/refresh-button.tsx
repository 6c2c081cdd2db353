import RefreshIcon from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '../../api/session.ts';
import type { RefreshDialogProps } from './refresh-dialog.tsx';
import type { RefreshTarget } from './refresh-target.ts';

const Dialog = lazy(async () => ({
  default: (await import('./refresh-dialog.tsx')).RefreshDialog,
}));

/** The dialog of a refresh; its code is loaded when it is first opened. */
export function LazyRefreshDialog(props: RefreshDialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}

/** Opens the dialog of a refresh; hidden without the permission to read Entities. */
export function RefreshButton({ target }: { target: RefreshTarget }) {
  const [open, setOpen] = useState(false);
  const { allowed } = usePermission('refresh-fleet');
  if (!allowed) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<RefreshIcon />}
        onClick={() => setOpen(true)}
      >
        Refresh now
      </Button>
      {open && <LazyRefreshDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
