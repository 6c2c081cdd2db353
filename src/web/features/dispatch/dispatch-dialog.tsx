import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { sendDispatchMutation } from '../../api/dispatch.ts';
import { useConfirmEntities } from '../../api/confirm-entities.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { formatCount } from '../../../domain/format.ts';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';
import { draftKey, loadDraft } from './draft.ts';
import { fieldsOfBatch } from './starting-points.ts';

/** No row is newer than this, so the batch comes without its rows. */
const WITHOUT_ROWS = Number.MAX_SAFE_INTEGER;

export interface DispatchDialogProps {
  collectiveId: string;
  /** The batch that is sent again on purpose and linked, or null. */
  previousId: string | null;
  /** A batch of any Collective that only fills in the form, or null. */
  fromId: string | null;
  onClose: () => void;
  /** Called with the id of the batch once its page has content. */
  onSent: (dispatchId: string) => void;
}

/** Sends Commands to all Entities of a Collective, now or later: Command, time, review, send. */
export function DispatchDialog(props: DispatchDialogProps) {
  const { collectiveId, onClose } = props;
  const collective = useCollective(collectiveId);
  const dispatch = usePermission('dispatch');
  return (
    <DispatchSheet
      above={
        collective.data === undefined
          ? 'Collective'
          : `${collective.data.collective.name} · ${formatCount(collective.data.entities.length, 'Entity', 'Entities')}`
      }
      onClose={onClose}
    >
      {dispatch.reason !== null && <Typography variant="body2">{dispatch.reason}</Typography>}
      {dispatch.allowed && <Loaded {...props} collective={collective} />}
    </DispatchSheet>
  );
}

interface LoadedProps extends DispatchDialogProps {
  collective: ReturnType<typeof useCollective>;
}

function useCollective(collectiveId: string) {
  return useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
}

/** The steps, once the Collective and the batch to start from have been read. */
function Loaded(props: LoadedProps) {
  const { collective, collectiveId, previousId, fromId, onSent } = props;
  const client = useQueryClient();
  const sending = useMutation(sendDispatchMutation(client));
  const cooldowns = usePermission('override-cooldown');
  const guard = usePermission('override-guard');
  const confirmEntities = useConfirmEntities();
  const startId = previousId ?? fromId;
  const key = draftKey(collectiveId, startId);
  const start = useQuery(
    query(
      BATCH_ROUTES.batch,
      startId === null ? null : { params: { id: startId }, query: { since: WITHOUT_ROWS } },
    ),
  );
  const [without, setWithout] = useState(false);

  if (collective.data === undefined || (startId !== null && start.data === undefined && !without)) {
    const broken = [collective, start].find(
      ({ data, error }) => data === undefined && error !== null,
    );
    return broken === undefined ? (
      <BlockSkeleton height={240} what="the Collective" />
    ) : (
      <ErrorPanel
        what={
          broken === collective
            ? 'This Collective could not be read'
            : 'The batch to start from could not be read'
        }
        error={broken.error}
        onRetry={() => void broken.refetch()}
      >
        {broken === start && (
          <Button color="inherit" onClick={() => setWithout(true)}>
            Start with an empty form
          </Button>
        )}
      </ErrorPanel>
    );
  }
  const batch = start.data?.batch;
  const repeats = previousId !== null && batch?.collectiveId === collectiveId ? batch : null;
  return (
    <DispatchSteps
      collectiveId={collectiveId}
      detail={collective.data}
      draftKey={key}
      initial={
        batch === undefined || loadDraft(key) !== null
          ? EMPTY_FIELDS
          : fieldsOfBatch(batch, browserZone())
      }
      previous={repeats}
      overrideDenial={cooldowns.reason}
      guardDenial={guard.reason}
      confirmEntities={confirmEntities}
      send={sending.mutateAsync}
      onSent={onSent}
    />
  );
}
