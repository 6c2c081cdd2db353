import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { Command } from '../../../contract/command.ts';
import type { KnownCommand } from '../../../contract/console/fleet-entity.ts';
import { errorMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { MISSING } from '../../../domain/format.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { VerdictMark } from '../../components/status/status-mark.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';

/** What was said about a failure, beside texts in another direction. */
function Told({ command }: { command: Command }) {
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
          <ClockText instant={verification.completedAt} />
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
function CancelButton({ command, reason, onCancel }: CancelButtonProps) {
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

/** What is commanded, with a link to the batch of one of ours. */
function What({ command, known }: { command: Command; known: KnownCommand | undefined }) {
  const label = commandLabelWithValue(command);
  const { dispatchId = null } = known ?? {};
  if (dispatchId === null) return label;
  return <BatchLink id={dispatchId}>{label}</BatchLink>;
}

/** The columns of the list of Commands. */
export function commandColumns(
  reason: string | null,
  onCancel: (command: Command) => void,
  stored: ReadonlyMap<string, KnownCommand>,
): Column<Command>[] {
  const senderOf = ({ id }: Command) => stored.get(id)?.sentBy ?? null;
  const cancel = (row: Command) => (
    <CancelButton command={row} reason={reason} onCancel={onCancel} />
  );
  return [
    column('command', 'Command', { width: '16%', phone: 'name' }, (row) => (
      <What command={row} known={stored.get(row.id)} />
    )),
    {
      key: 'sender',
      header: 'Sent by',
      width: '128px',
      phone: 'line',
      cell: (row) => senderOf(row) ?? MISSING,
      isEmpty: (row) => senderOf(row) === null,
    },
    column('trigger', 'Trigger time', { width: '244px', phone: 'line' }, (row) => (
      <ExactTimeText instant={row.triggerTime} />
    )),
    {
      key: 'status',
      header: 'Status',
      width: '130px',
      phone: 'end',
      cell: (row) => <VerdictMark reported={row} />,
      phoneCell: (row) => (
        <Box sx={{ display: 'grid', justifyItems: 'end' }}>
          <VerdictMark reported={row} />
          {cancel(row)}
        </Box>
      ),
    },
    column('verification', 'Verification', { width: '168px', wraps: true }, (row) => (
      <Verification command={row} />
    )),
    {
      key: 'error',
      header: 'Error',
      wraps: true,
      phone: 'more',
      cell: (row) => <Told command={row} />,
      phoneCell: (row) => (errorMessage(row) === null ? null : <Told command={row} />),
    },
    {
      key: 'cancel',
      isEmpty: ({ status }) => !canCancel(status),
      header: <Box className="visually-hidden">Cancel</Box>,
      width: '84px',
      cell: cancel,
    },
  ];
}
