import Typography from '@mui/material/Typography';
import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_HEADER, REASON_MAX } from '../../contract/console/headers.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TextInput } from './text-input.tsx';

/** How records of a kind are deleted. */
export interface Deletion {
  /** "tariff". */
  what: string;
  sending: UseMutationOptions<
    null,
    Error,
    { params: { id: string }; headers?: Record<string, string> }
  >;
  /** What goes with it, and what stays. */
  consequence: string;
  /** Says what becomes of the reason; absent: none is asked for. */
  reason?: string;
}

interface DeleteDialogProps extends Deletion {
  id: string;
  name: string;
  onDeleted: (message: string) => void;
  onClose: () => void;
}

/** Asks before a record is deleted, for a reason if one is needed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { what, sending, consequence, reason, id, name, onDeleted, onClose } = props;
  const deletion = useMutation(sending);
  const [text, setText] = useState('');
  const typed = text.trim();
  const headers: Record<string, string> =
    reason === undefined ? {} : { [REASON_HEADER]: encodeURIComponent(typed) };
  return (
    <ConfirmDialog
      title={`Delete the ${what} “${name}”`}
      act={`Delete the ${what}`}
      sending={deletion}
      failed={`The ${what} was not deleted`}
      ready={reason === undefined || typed !== ''}
      onConfirm={() =>
        deletion.mutate(
          { params: { id }, headers },
          { onSuccess: () => onDeleted(`The ${what} “${name}” is deleted.`) },
        )
      }
      onClose={onClose}
    >
      <Typography variant="body2">{consequence}</Typography>
      {reason !== undefined && (
        <TextInput
          label="Reason"
          helper={reason}
          maxLength={REASON_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
