import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { Command } from '../../../contract/command.ts';
import { errorMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { MISSING } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import type { Sender } from './stored-commands.ts';

/** What was said about a failure, beside texts in another direction. */
export function Told({ command }: { command: Command }) {
  const message = errorMessage(command);
  return message === null ? MISSING : <bdi>{message}</bdi>;
}

function Verification({ command: { verification } }: { command: Command }) {
  if (verification === null) return MISSING;
  return (
    <span>
      {verification.status === null ? 'without a status' : foreignLabel(verification.status)}
      {verification.completedAt !== null && (
        <>
          {', '}
          <ExactTimeText instant={verification.completedAt} />
        </>
      )}
    </span>
  );
}

interface CancelButtonProps {
  command: Command;
  /** Why it may not be canceled, or null. */
  reason: string | null;
  onCancel: (command: Command) => void;
}

/** Enabled while the Command is Pending. */
export function CancelButton({ command, reason, onCancel }: CancelButtonProps) {
  if (!canCancel(command.status)) return null;
  return (
    <Tooltip title={reason ?? ''}>
      <Button
        color="inherit"
        size="small"
        aria-disabled={reason !== null}
        aria-label={`Cancel “${commandLabelWithValue(command)}”`}
        onClick={() => {
          if (reason === null) onCancel(command);
        }}
        sx={{ minHeight: 28 }}
      >
        Cancel
      </Button>
    </Tooltip>
  );
}

/** The columns of the list of Commands. */
export function commandColumns(
  reason: string | null,
  onCancel: (command: Command) => void,
  sentBy: ReadonlyMap<string, Sender>,
): Column<Command>[] {
  const senderOf = ({ id }: Command) => sentBy.get(id) ?? null;
  return [
    { key: 'command', header: 'Command', width: '16%', cell: commandLabelWithValue },
    {
      key: 'sender',
      header: 'Sent by',
      width: '128px',
      cell: (row) => senderOf(row) ?? MISSING,
      isEmpty: (row) => senderOf(row) === null,
    },
    {
      key: 'trigger',
      header: 'Trigger time',
      width: '200px',
      cell: (row) => <ExactTimeText instant={row.triggerTime} />,
    },
    {
      key: 'status',
      header: 'Status',
      width: '130px',
      cell: (row) => <VerdictMark reported={row} />,
    },
    {
      key: 'verification',
      header: 'Verification',
      width: '290px',
      wraps: true,
      cell: (row) => <Verification command={row} />,
    },
    {
      key: 'error',
      header: 'Error',
      wraps: true,
      cell: (row) => <Told command={row} />,
    },
    {
      key: 'cancel',
      header: <Box className="visually-hidden">Cancel</Box>,
      width: '84px',
      cell: (row) => <CancelButton command={row} reason={reason} onCancel={onCancel} />,
    },
  ];
}
