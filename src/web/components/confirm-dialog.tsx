import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { ActDialog, NOTHING_SENT } from './plain-dialog.tsx';
import { TextInput } from './text-input.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Explains what will happen. */
  children: ReactNode;
  /** Text that must be typed to confirm; absent: a click is enough. */
  typed?: string;
  /** The button's label: a verb and its object. */
  act: string;
  /** The request that the button makes; absent: it is made elsewhere. */
  sending?: { isPending: boolean; error: Error | null };
  /** Whether the request goes on to the Service. */
  toService?: boolean;
  /** What failed if it did: "The report was not deleted". */
  failed?: string;
  /** What to do after a failure. */
  advice?: ReactNode;
  /** The button's label while acting; absent: "Working". */
  working?: string;
  /** The label of the button that leaves everything unchanged; absent: "Keep it as it is". */
  keep?: string;
  /** Whether it is done, so that only closing is left. */
  over?: boolean;
  /** Whether the dialog's fields are filled in; absent: it has none. */
  ready?: boolean;
  /** Why it is not ready, if not for its fields. */
  notReady?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Leading, trailing and doubled spaces are invisible, so they do not count. */
function normalized(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Asks for confirmation of something irreversible. Enter never confirms. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, typed, act, over = false, onConfirm, onClose } = props;
  const { isPending, error } = props.sending ?? NOTHING_SENT;
  const [text, setText] = useState('');
  const isTyped = typed === undefined || normalized(text) === normalized(typed);
  const { ready = true, notReady = 'Fill in the fields above first.' } = props;
  return (
    <ActDialog
      title={title}
      act={act}
      working={props.working}
      keep={props.keep ?? 'Keep it as it is'}
      isPending={isPending}
      toService={props.toService ?? false}
      over={over}
      problem={isTyped ? (ready ? null : notReady) : 'Type the text above first.'}
      button={{
        color: 'error',
        onClick: onConfirm,
        onKeyDown: (event) => {
          if (event.key === 'Enter') event.preventDefault();
        },
      }}
      onClose={onClose}
    >
      {children}
      <ErrorPanel what={props.failed ?? 'Not done'} error={error}>
        {props.advice !== undefined && (
          <Typography variant="body2" component="div">
            {props.advice}
          </Typography>
        )}
      </ErrorPanel>
      {typed !== undefined && (
        <Box sx={{ pt: 0.5 }}>
          <TextInput
            label={`Type “${typed}” to confirm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Box>
      )}
    </ActDialog>
  );
}
