import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Command } from '../../../contract/command.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { BatchRow, CommandHistory, Observation } from '../../../contract/console/batch.ts';
import { titledMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { VerdictMark } from '../../components/status/status-mark.tsx';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { CanceledMessage, CancelCommand } from '../jobs/cancel-command.tsx';

interface CommandSheetProps {
  dispatchId: string;
  /** Of the Command in its batch. */
  position: number;
  onClose: () => void;
}

/** A Command of a batch: its status, its history, and its cancellation. */
export function CommandSheet({ dispatchId, position, onClose }: CommandSheetProps) {
  const history = useQuery(
    query(BATCH_ROUTES.commandHistory, { params: { id: dispatchId }, query: { position } }),
  );
  const { data } = history;
  const title =
    data === undefined
      ? 'Command'
      : `${commandLabelWithValue(data.row)} on ${data.row.entityName ?? shortId(data.row.entityId)}`;
  return (
    <SideSheet title={title} onClose={onClose}>
      {data === undefined ? (
        <ReadBlock read={history} rows={3} what="the history" />
      ) : (
        <Known data={data} aside={<AsOf read={history} what="the history" />} />
      )}
    </SideSheet>
  );
}

function Known({ data, aside }: { data: CommandHistory; aside: ReactNode }) {
  const { row, observations } = data;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <VerdictMark reported={row} />
        <Verification of={row} />
        {row.commandId !== null && <CopyId id={row.commandId} what="the id of the Command" />}
      </Box>
      <Typography variant="body2">
        {canCancel(row.status) ? 'Triggers' : 'Triggered'}{' '}
        <ExactTimeText instant={row.triggerTime} /> (
        <RelativeTimeText instant={row.triggerTime} />
        ).
      </Typography>
      {row.matched !== null && (
        <Typography variant="body2">
          This Command was found by a check of the unknown outcome.
        </Typography>
      )}
      {row.readError !== null && <Typography variant="body2">{row.readError}</Typography>}
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
      >
        <Typography variant="h3" component="h3">
          History
        </Typography>
        {aside}
      </Box>
      {observations.length === 0 ? (
        <Typography variant="body2">No changes seen yet.</Typography>
      ) : (
        <Box component="ol" aria-label="Observed changes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {observations.map((observation) => (
            <Observed key={observation.sequence} observation={observation} />
          ))}
        </Box>
      )}
      <Cancel row={row} />
    </>
  );
}

/** What the Service says of the verification, verbatim; nothing if it says nothing. */
function Verification({ of: { verification } }: { of: Pick<BatchRow, 'verification'> }) {
  if (verification === null) return null;
  const message = titledMessage(verification.error);
  return (
    <span>
      Verification: <bdi>{foreignLabel(verification.status ?? 'Completed, without a result')}</bdi>
      {message !== null && (
        <>
          , <q>{message}</q>
        </>
      )}
    </span>
  );
}

function Observed({ observation }: { observation: Observation }) {
  const message = titledMessage(observation.error);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 0.25,
        alignItems: 'center',
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      <ExactTimeText instant={observation.seenAt} />
      <VerdictMark reported={observation} />
      <Verification of={observation} />
      {observation.late && (
        <Box component="strong" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          late: after its final state
        </Box>
      )}
      {message !== null && <q>{message}</q>}
    </Box>
  );
}

/** Cancels the Command while it is Pending. */
function Cancel({ row }: { row: BatchRow }) {
  const { reason } = usePermission('cancel-command');
  const [asking, setAsking] = useState(false);
  const [answered, setAnswered] = useState<Command | null>(null);
  const { commandId, entityId } = row;
  if (commandId === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Live>
        <CanceledMessage command={answered} />
      </Live>
      {canCancel(row.status) && answered === null && (
        <ActButton color="inherit" denial={reason} onClick={() => setAsking(true)}>
          Cancel this Command
        </ActButton>
      )}
      {asking && (
        <CancelCommand
          command={{ ...row, id: commandId }}
          entityName={row.entityName ?? shortId(entityId)}
          act="Yes, cancel it"
          onClose={() => setAsking(false)}
          onAnswered={setAnswered}
        />
      )}
    </Box>
  );
}
