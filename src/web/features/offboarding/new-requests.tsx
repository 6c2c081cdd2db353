import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { usePermission } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { PickEntities } from './pick-entities.tsx';
import { isPendingRequest, requestsFor } from './request-facts.ts';
import { newRun, RUN_MAX } from './run.ts';
import { RunProgress } from './offboarding-progress.tsx';
import { useRequests } from './use-requests.ts';
import { useRun } from './use-offboarding-run.ts';

/** Asks for one or many Entities to leave: each its own request with its own result. */
export function NewRequests({ onClose }: { onClose: () => void }) {
  const id = useId();
  const narrow = useNarrow();
  const run = useRun();
  const { requests, refresh } = useRequests();
  const { reason } = usePermission('offboard');
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const read = readIds(text);
  const problem = problemOf(text, read.ids.length, read.wrong);
  const pendingOf = (entityId: string): string | null =>
    requestsFor(requests ?? [], entityId).find(isPendingRequest)?.id ?? null;
  const chosen = formatCount(read.ids.length, 'entity', 'entities');
  const begun = run.items.length > 0;
  return (
    <Dialog
      open
      onClose={run.running ? undefined : onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
    >
      <DialogTitle id={id} sx={{ fontSize: '1.125rem', pb: 1 }}>
        Offboard entities
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {reason !== null && <Typography>{reason}</Typography>}
        {begun && <RunProgress run={run} pendingOf={pendingOf} onCheck={refresh} />}
        {!begun && reason === null && (
          <>
            <TextInput
              label="Ids of the entities"
              multiline
              value={text}
              autoComplete="off"
              spellCheck={false}
              error={text.trim() === '' ? null : problem}
              helper={`Paste one id or many, separated by spaces, commas or lines; at most ${RUN_MAX}.`}
              onChange={(event) => setText(event.target.value)}
            />
            {read.ids.length > 0 && (
              <Typography variant="body2">
                {chosen}
                {read.repeated > 0 && `, ${read.repeated} repeated and taken once`}.
              </Typography>
            )}
            <PickEntities chosen={read.ids} onChange={(ids) => setText(ids.join('\n'))} />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClose} disabled={run.running}>
          Close
        </Button>
        {!begun && (
          <Button
            variant="contained"
            color="error"
            disabled={problem !== null || reason !== null}
            onClick={() => setAsking(true)}
          >
            Offboard {chosen}
          </Button>
        )}
      </DialogActions>
      {asking && (
        <ConfirmDialog
          title={`Offboard ${chosen}?`}
          typed={`offboard ${read.ids.length}`}
          act={`Request offboarding of ${chosen}`}
          acting={false}
          onConfirm={() => {
            setAsking(false);
            run.start(newRun(read.ids, pendingOf));
          }}
          onClose={() => setAsking(false)}
        >
          <Typography>
            The Service will take each of them out, with its components. Then they can no longer be
            commanded, and their places, sessions and features are no longer known there.
          </Typography>
          <Typography>
            One request after the other is made, and each has its own result. It can be stopped and
            gone on with; a request can be cancelled while it is Pending.
          </Typography>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** Why this cannot be sent, or null. */
function problemOf(text: string, count: number, wrong: readonly string[]): string | null {
  if (wrong.length > 0) {
    const named = wrong.slice(0, 3).join(', ');
    return `${formatCount(wrong.length, 'text is', 'texts are')} no id: ${named}${wrong.length > 3 ? ' …' : ''}`;
  }
  if (text.trim() === '' || count === 0) return 'Paste or choose at least one id.';
  return count > RUN_MAX ? `At most ${RUN_MAX} at once; these are ${count}.` : null;
}
