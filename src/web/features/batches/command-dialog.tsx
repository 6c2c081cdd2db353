import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { BatchRow, Observation } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { titledMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { VerificationText } from './batch-columns.tsx';
import { CancelCommand } from './cancel-command.tsx';

interface CommandDialogProps {
  dispatchId: string;
  row: BatchRow;
  onClose: () => void;
}

/** A Command of a batch: its status, its history, and its cancellation. */
export function CommandDialog({ dispatchId, row, onClose }: CommandDialogProps) {
  const { position } = row;
  const history = useQuery(
    query(
      BATCH_ROUTES.commandHistory,
      position === null ? null : { params: { id: dispatchId }, query: { position } },
    ),
  );
  const name = row.entityName ?? shortId(row.entityId);
  return (
    <PlainDialog title={`${commandLabelWithValue(row)} on ${name}`} onClose={onClose}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <VerdictMark reported={row} />
        <Typography variant="body2" component="span">
          Verification: <VerificationText row={row} />
        </Typography>
        {row.commandId !== null && <CopyId id={row.commandId} what="the id of the Command" />}
      </Box>
      <Typography variant="body2">
        Triggers or triggered <ExactTimeText instant={row.triggerTime} /> (
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
        {history.data !== undefined && <AsOf read={history} what="the history" />}
      </Box>
      {history.data === undefined ? (
        <ReadBlock read={history} rows={3} what="the history" />
      ) : history.data.observations.length === 0 ? (
        <Typography variant="body2">No changes seen yet.</Typography>
      ) : (
        <Box component="ol" aria-label="Observed changes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {history.data.observations.map((observation) => (
            <Observed key={observation.sequence} observation={observation} />
          ))}
        </Box>
      )}
      <CancelCommand row={row} />
    </PlainDialog>
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
      <span>
        verification: <VerificationText row={observation} />
      </span>
      {observation.late && (
        <Box component="strong" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          late: after its final state
        </Box>
      )}
      {message !== null && <q>{message}</q>}
    </Box>
  );
}
