import RefreshIcon from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { usePermission } from '../../api/session.ts';
import { RefreshDialog } from './refresh-dialog.tsx';
import type { RefreshTarget } from './refresh-target.ts';

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
        {target.kind === 'all' ? 'Refresh the fleet' : 'Refresh now'}
      </Button>
      {open && <RefreshDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
