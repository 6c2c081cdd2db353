import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { mutation } from '../../api/query.ts';
import { isConflict } from '../../api/unsafe-outcome.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

interface CancelCommandProps {
  command: Pick<Command, 'id' | 'entityId' | 'type' | 'value' | 'triggerTime'>;
  entityName: string;
  /** The button's label; absent: it names the Command. */
  act?: string;
  onClose: () => void;
  /** Called with the Command from the Service's answer. */
  onAnswered: (command: Command) => void;
}

/** Cancels one Command after a confirmation that names it. */
export function CancelCommand(props: CancelCommandProps) {
  const { command, entityName, onClose, onAnswered } = props;
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
  const label = commandLabelWithValue(command);
  return (
    <ConfirmDialog
      toService
      title="Cancel this Command?"
      act={props.act ?? `Cancel “${label}”`}
      sending={canceling}
      failed={conflict ? 'Not canceled' : 'Not confirmed'}
      advice={
        conflict
          ? 'A Command can be canceled only while it is Pending; this one no longer is. The page shows its current status.'
          : 'Whether it was canceled is not known until the page is refreshed. Nothing is retried automatically.'
      }
      working="Canceling"
      keep="Keep it"
      over={canceling.isError}
      onConfirm={cancel}
      onClose={onClose}
    >
      <Typography>
        “{label}” on {entityName}
        {command.triggerTime !== null && (
          <>
            , which triggers <ExactTimeText instant={command.triggerTime} />
          </>
        )}
        . This cannot be undone.
      </Typography>
    </ConfirmDialog>
  );
}

/** What the Service answered to a cancellation. @param command absent: nothing was canceled yet */
export function CanceledMessage({ command }: { command: Command | null }) {
  if (command === null) return null;
  return (
    <Typography variant="body2">
      {command.status === 'Canceled'
        ? `Canceled: “${commandLabelWithValue(command)}” will not be carried out.`
        : `The Service accepted the request and answered with status ${command.status}.`}
    </Typography>
  );
}
