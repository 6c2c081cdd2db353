import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { BatchRow, CommandHistory, Observation } from '../../../contract/console/batch.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { titledMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { shortId } from '../../../domain/format.ts';
import { query, mutation } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { isConflict } from '../../api/unsafe-outcome.ts';
import { ActButton } from '../../components/act-button.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';

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
      <CancelCommand row={row} />
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

/** Cancels one Command after a confirmation that names it, and reports the result. */
function CancelCommand({ row }: { row: BatchRow }) {
  const { reason } = usePermission('cancel-command');
  const [asking, setAsking] = useState(false);
  const canceling = useMutation(mutation(ENDPOINTS.cancelCommand));
  const { commandId, entityId } = row;
  if (commandId === null) return null;
  const offered = canCancel(row.status) && !canceling.isSuccess;
  const label = `${commandLabelWithValue(row)} on ${row.entityName ?? shortId(entityId)}`;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Live>
        {canceling.isSuccess && (
          <Typography variant="body2">
            {canceling.data.status === 'Canceled'
              ? 'Canceled: this Command will not be executed.'
              : `The Service accepted the request and answered with status ${canceling.data.status}.`}
          </Typography>
        )}
      </Live>
      {canceling.isError && (
        <ErrorPanel
          what={isConflict(canceling.error) ? 'Too late, or refused' : 'Not confirmed'}
          error={canceling.error}
        >
          <Typography variant="body2">
            {isConflict(canceling.error)
              ? 'A Command can be canceled only while it is Pending. Its current status is above.'
              : 'Whether it was canceled is not known until its status above is refreshed.'}
          </Typography>
        </ErrorPanel>
      )}
      {offered && (
        <ActButton color="inherit" denial={reason} onClick={() => setAsking(true)}>
          Cancel this Command
        </ActButton>
      )}
      {offered && asking && (
        <ConfirmDialog
          title="Cancel this Command?"
          act="Yes, cancel it"
          working="Canceling"
          keep="Keep it"
          // What failed stands beside the status, which it changes.
          sending={{ isPending: canceling.isPending, error: null }}
          failed="Not confirmed"
          onConfirm={() =>
            canceling.mutate(
              { params: { entityId, commandId } },
              { onSettled: () => setAsking(false) },
            )
          }
          onClose={() => setAsking(false)}
        >
          <Typography variant="body2">
            Cancel “{label}”, which triggers <ExactTimeText instant={row.triggerTime} />? This
            cannot be undone.
          </Typography>
        </ConfirmDialog>
      )}
    </Box>
  );
}
