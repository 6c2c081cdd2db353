import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useNarrow } from './use-narrow.ts';

interface PlainDialogProps {
  title: string;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** Absent: it cannot be closed at the moment. */
  onClose: (() => void) | undefined;
  /** Replaces the button that closes it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog, which is the whole screen of a phone. */
export function PlainDialog({
  title,
  maxWidth = 'sm',
  onClose,
  actions,
  children,
}: PlainDialogProps) {
  return (
    <Dialog
      open
      // A click beside it closes nothing: the second one of a double click would lose what the first opened.
      onClose={(_event, reason) => {
        if (reason !== 'backdropClick') onClose?.();
      }}
      fullScreen={useNarrow()}
      maxWidth={maxWidth}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        {actions ?? (
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
