import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { use, useState } from 'react';
import { PlainDialog } from './plain-dialog.tsx';
import { SendObstacle } from './send-obstacle.ts';
import { TextInput } from './text-input.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Explains what will happen. */
  children: ReactNode;
  /** Text that must be typed to confirm, or null if a click is enough. */
  typed: string | null;
  /** The button's label: a verb and its object. */
  act: string;
  acting: boolean;
  /** The button's label while acting; absent: "Working". */
  working?: string;
  /** The label of the button that leaves everything unchanged; absent: "Keep it as it is". */
  keep?: string;
  /** Whether it is done, so that only closing is left. */
  over?: boolean;
  /** Whether the dialog's fields are filled in; absent: it has none. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Leading, trailing and doubled spaces are invisible, so they do not count. */
function normalized(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** What disables the button, or how to press it. */
function nextStep(state: { isTyped: boolean; isFilled: boolean; obstacle: string | null }): string {
  if (!state.isTyped) return 'Type the text above first.';
  if (!state.isFilled) return 'Fill in the fields above first.';
  return state.obstacle ?? 'Enter does not confirm. Click, or press Space on the button.';
}

/** Asks for confirmation of something irreversible. Enter never confirms. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, typed, act, acting, over = false, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const isTyped = typed === null || normalized(text) === normalized(typed);
  const obstacle = use(SendObstacle);
  const isFilled = isTyped && (props.ready ?? true);
  const ready = isFilled && obstacle === null;
  return (
    <PlainDialog
      title={title}
      onClose={acting ? undefined : onClose}
      actions={
        <>
          <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
            {over ? null : nextStep({ isTyped, isFilled, obstacle })}
          </Typography>
          <Button color="inherit" onClick={onClose} disabled={acting}>
            {over ? 'Close' : (props.keep ?? 'Keep it as it is')}
          </Button>
          {!over && (
            <Button
              variant="contained"
              color="error"
              disabled={!ready || acting}
              onClick={onConfirm}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
            >
              {acting ? (props.working ?? 'Working') : act}
            </Button>
          )}
        </>
      }
    >
      {children}
      {typed !== null && (
        <Box sx={{ pt: 0.5 }}>
          <TextInput
            label={`Type “${typed}” to confirm`}
            error={null}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </Box>
      )}
    </PlainDialog>
  );
}
