import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommandType } from '../../../contract/command.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { sendDispatchMutation } from '../../api/dispatch.ts';
import { useConfirmEntities } from '../../api/confirm-entities.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { Read } from '../../components/read.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { formatCount } from '../../../domain/format.ts';
import { ChooseCollective } from './choose-collective.tsx';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';
import { draftKey } from './draft.ts';
import { fieldsOfBatch } from './starting-points.ts';

interface DispatchDialogProps {
  /** Null: it is asked for first. */
  collectiveId: string | null;
  /** The Command that is chosen at first, or null. */
  command: CommandType | null;
  /** The batch that is sent again on purpose and linked, or null. */
  previousId: string | null;
  onCollective: (collectiveId: string) => void;
  onClose: () => void;
  /** Called with the id of the batch that was sent. */
  onSent: (dispatchId: string) => void;
}

/** Sends Commands to all Entities of a Collective, now or later: Command and time, review, send. */
export function DispatchDialog(props: DispatchDialogProps) {
  const { collectiveId, previousId, onCollective, onClose } = props;
  const collective = useQuery(
    query(
      DIRECTORY_ROUTES.collective,
      collectiveId === null ? null : { params: { id: collectiveId } },
    ),
  );
  const previous = useQuery(
    query(BATCH_ROUTES.batch, previousId === null ? null : { params: { id: previousId } }),
  );
  const { allowed, reason } = usePermission('dispatch');
  const { data } = collective;
  return (
    <DispatchSheet
      above={
        data &&
        `${data.collective.name} · ${formatCount(data.entities.length, 'Entity', 'Entities')}`
      }
      onClose={onClose}
    >
      {!allowed && <Typography variant="body2">{reason}</Typography>}
      {allowed && collectiveId === null && <ChooseCollective onChoose={onCollective} />}
      {allowed && collectiveId !== null && (
        <Read query={collective} what="the Collective" height={240}>
          {(detail) =>
            previousId === null ? (
              <Form {...props} detail={detail} batch={null} />
            ) : (
              <Read query={previous} what="the batch to repeat" height={240}>
                {({ batch }) => <Form {...props} detail={detail} batch={batch} />}
              </Read>
            )
          }
        </Read>
      )}
    </DispatchSheet>
  );
}

interface FormProps extends DispatchDialogProps {
  detail: DirectoryCollectiveDetail;
  /** The batch to send again, or null. */
  batch: BatchSummary | null;
}

/** The steps, once the Collective and the batch to repeat have been read. */
function Form({ detail, batch, command, previousId, onSent }: FormProps) {
  const sending = useMutation(sendDispatchMutation(useQueryClient()));
  const cooldowns = usePermission('override-cooldown');
  const guard = usePermission('override-guard');
  const confirmEntities = useConfirmEntities();
  const { id } = detail.collective;
  if (detail.entities.length === 0) {
    return (
      <Typography variant="body2">
        No Entities of this Collective are known, so it is not known which a Command would reach.
      </Typography>
    );
  }
  return (
    <DispatchSteps
      collectiveId={id}
      detail={detail}
      draftKey={draftKey(id, previousId)}
      initial={batch === null ? EMPTY_FIELDS : fieldsOfBatch(batch, browserZone())}
      command={command}
      previous={batch?.collectiveId === id ? batch : null}
      overrideDenial={cooldowns.reason}
      guardDenial={guard.reason}
      confirmEntities={confirmEntities}
      send={sending.mutateAsync}
      onSent={onSent}
    />
  );
}
