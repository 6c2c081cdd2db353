import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { BULK_ROUTES } from '../../../contract/console/bulk-routes.ts';
import { OFFBOARDING_MAX } from '../../../contract/console/bulk.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { formatCount } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { mutation } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { PickEntities } from './pick-entities.tsx';

interface NewRequestsProps {
  onBegun: (runId: string) => void;
  onClose: () => void;
}

/** Offboards one or more Entities in a run on the server, with a request and a result per Entity. */
export function NewRequests({ onBegun, onClose }: NewRequestsProps) {
  const id = useId();
  const narrow = useNarrow();
  const { reason } = usePermission('offboard');
  // Changed input is another run; unchanged input sent again is the same run.
  const [draft, setDraft] = useState({ text: '', why: '', runId: randomId() });
  const put = (part: { text: string } | { why: string }) =>
    setDraft({ ...draft, ...part, runId: randomId() });
  const [asking, setAsking] = useState(false);
  const { text, why, runId } = draft;
  const read = readIds(text);
  const starting = useMutation(mutation(BULK_ROUTES.startBulk));
  const start = () =>
    starting.mutate(
      {
        body: {
          id: runId,
          reason: why.trim() === '' ? null : why,
          chosenBy: 'ids on the page Offboarding',
          from: null,
          change: { kind: 'offboarding' },
          items: read.ids.map((entityId) => ({ entityId, capacity: null })),
        },
      },
      { onSuccess: ({ run }) => onBegun(run.id) },
    );
  const problem = problemOf(text, read.ids.length, read.wrong);
  const chosen = formatCount(read.ids.length, 'Entity', 'Entities');
  return (
    <Dialog open onClose={onClose} fullScreen={narrow} fullWidth maxWidth="md" aria-labelledby={id}>
      <DialogTitle id={id} sx={{ fontSize: '1rem', pb: 1 }}>
        Offboard Entities
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {reason !== null && <Typography>{reason}</Typography>}
        {reason === null && (
          <>
            <TextInput
              multiline
              label="Ids of the Entities"
              value={text}
              autoComplete="off"
              spellCheck={false}
              error={text.trim() === '' ? null : problem}
              helper={`Paste one id or many, separated by spaces, commas or lines; at most ${OFFBOARDING_MAX}.`}
              onChange={(event) => put({ text: event.target.value })}
            />
            {read.ids.length > 0 && (
              <Typography variant="body2">
                {chosen}
                {read.repeated > 0 && `, ${read.repeated} repeated and taken once`}.
              </Typography>
            )}
            <PickEntities chosen={read.ids} onChange={(ids) => put({ text: ids.join('\n') })} />
            <TextInput
              label="Reason (optional)"
              error={null}
              value={why}
              maxLength={REASON_MAX}
              autoComplete="off"
              onChange={(event) => put({ why: event.target.value })}
            />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={problem !== null || reason !== null}
          onClick={() => setAsking(true)}
        >
          Offboard {chosen}
        </Button>
      </DialogActions>
      {asking && (
        <ConfirmDialog
          title={`Offboard ${chosen}?`}
          typed={`offboard ${read.ids.length}`}
          act={`Request offboarding of ${chosen}`}
          acting={starting.isPending}
          onConfirm={start}
          onClose={() => {
            starting.reset();
            setAsking(false);
          }}
        >
          <Typography>
            The Service will take each of them out, with its components. Then they can no longer be
            commanded, and their places, sessions and features are no longer known there.
          </Typography>
          <Typography>
            Each gets its own request; an Entity with an open request is left alone. The run
            continues when this page is closed and can be stopped; a request can be canceled while
            it is Pending.
          </Typography>
          {starting.error !== null && (
            <ErrorPanel what="The run was not started" error={starting.error}>
              {mayBeDone(starting.error) && (
                <Typography variant="body2">
                  It may have started:{' '}
                  <AppLink to="/bulk/$runId" params={{ runId }}>
                    its page
                  </AppLink>{' '}
                  shows that. Confirming again is safe: it is the same run.
                </Typography>
              )}
            </ErrorPanel>
          )}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** Why this cannot be sent, or null. */
function problemOf(text: string, count: number, wrong: readonly string[]): string | null {
  if (wrong.length > 0) {
    const named = wrong.slice(0, 3).join(', ');
    return `${formatCount(wrong.length, 'text is not an id', 'texts are not ids')}: ${named}${wrong.length > 3 ? ' …' : ''}`;
  }
  if (text.trim() === '' || count === 0) return 'Paste or choose at least one id.';
  return count > OFFBOARDING_MAX ? `At most ${OFFBOARDING_MAX} at once; these are ${count}.` : null;
}
