import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { mutation } from '../../api/query.ts';
import { isConflict } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

interface CommandCancelProps {
  command: Command;
  entityName: string;
  onClose: () => void;
  /** Called with the Command from the Service's answer. */
  onAnswered: (command: Command) => void;
}

/** Cancels a Command after a confirmation, and reports the result. */
export function CommandCancel({ command, entityName, onClose, onAnswered }: CommandCancelProps) {
  const canceling = useMutation(mutation(ENDPOINTS.cancelCommand));
  const cancel = () =>
    canceling.mutate(
      { params: { entityId: command.entityId, commandId: command.id } },
      {
        onSuccess: (answered) => {
          onAnswered(answered);
          onClose();
        },
      },
    );
  const conflict = isConflict(canceling.error);
  const act = commandLabelWithValue(command);
  return (
    <ConfirmDialog
      title="Cancel this Command?"
      typed={null}
      act={`Cancel “${act}”`}
      acting={canceling.isPending}
      working="Canceling"
      keep="Keep it"
      over={canceling.isError}
      onConfirm={cancel}
      onClose={onClose}
    >
      <Typography>
        “{act}” on {entityName}
        {command.triggerTime !== null && (
          <>
            , which triggers <ExactTimeText instant={command.triggerTime} />
          </>
        )}
        . This cannot be undone.
      </Typography>
      {canceling.isError && (
        <ErrorPanel what={conflict ? 'Not canceled' : 'Not confirmed'} error={canceling.error}>
          <Typography variant="body2">
            {conflict
              ? 'A Command can be canceled only while it is Pending; this one no longer is. The list shows its current status.'
              : 'Whether it was canceled is not known until the list is refreshed. Nothing is retried automatically.'}
          </Typography>
        </ErrorPanel>
      )}
    </ConfirmDialog>
  );
}
