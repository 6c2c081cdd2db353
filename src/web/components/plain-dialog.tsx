import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { use, type ReactNode } from 'react';
import { SendObstacle } from './send-obstacle.ts';
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

/** Of a dialog that sends nothing itself. */
export const NOTHING_SENT = { isPending: false, error: null };

interface ActDialogProps extends Omit<PlainDialogProps, 'actions' | 'onClose'> {
  /** The button's label: a verb and its object. */
  act: string;
  /** The button's label while acting; absent: "Working". */
  working?: string | undefined;
  /** The label of the button that leaves everything unchanged. */
  keep: string;
  isPending: boolean;
  /** Whether the act goes on to the Service, and waits while that is away. */
  toService?: boolean;
  /** Whether it is done, so that only closing is left. */
  over: boolean;
  /** What of the dialog disables the button; so does all that keeps anything from being sent. */
  problem?: string | null;
  /** The acting button. */
  button: ButtonProps;
  onClose: () => void;
}

/** A dialog with an act and a way out; it stays open while the act is sent. */
export function ActDialog(props: ActDialogProps) {
  const { act, working = 'Working', keep, isPending, over, button, onClose } = props;
  const { title, maxWidth = 'sm', toService = false, children } = props;
  const obstacles = use(SendObstacle);
  const problem = props.problem ?? obstacles[toService ? 'service' : 'own'];
  return (
    <PlainDialog
      title={title}
      maxWidth={maxWidth}
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
            {over ? null : problem}
          </Typography>
          <Button color="inherit" onClick={onClose} disabled={isPending}>
            {over ? 'Close' : keep}
          </Button>
          {!over && (
            <Button variant="contained" disabled={problem !== null || isPending} {...button}>
              {isPending ? working : act}
            </Button>
          )}
        </>
      }
    >
      {children}
    </PlainDialog>
  );
}
