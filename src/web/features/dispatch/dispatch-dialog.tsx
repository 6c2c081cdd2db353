import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { batchKeys } from '../../api/batches.ts';
import { collectiveQuery } from '../../api/directory.ts';
import { sendDispatch } from '../../api/dispatch.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { DispatchSteps } from './dispatch-steps.tsx';

export interface DispatchDialogProps {
  collectiveId: string;
  onClose: () => void;
  /** Called with the id of the batch's page once there is something to see on it. */
  onSent: (batchId: string) => void;
}

/** Sends a Command to all Entities of a Collective: configure, review, send. */
export function DispatchDialog({ collectiveId, onClose, onSent }: DispatchDialogProps) {
  const narrow = useNarrow();
  const client = useQueryClient();
  const collective = useQuery(collectiveQuery(collectiveId));
  const sending = useMutation({ mutationFn: sendDispatch });
  const dispatch = usePermission('dispatch');
  const override = usePermission('override-cooldown');

  function sent(batchId: string): void {
    void client.invalidateQueries({ queryKey: batchKeys.all });
    onSent(batchId);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby="dispatch-title"
    >
      <DialogTitle id="dispatch-title" sx={{ fontSize: '1.125rem', pb: 1 }}>
        Dispatch to {collective.data?.collective.name ?? 'the Collective'}
      </DialogTitle>
      {dispatch.reason !== null && <DialogContent>{dispatch.reason}</DialogContent>}
      {dispatch.allowed && collective.data !== undefined && (
        <DispatchSteps
          collectiveId={collectiveId}
          detail={collective.data}
          overrideDenial={override.reason}
          send={sending.mutateAsync}
          onClose={onClose}
          onSent={sent}
        />
      )}
      {dispatch.allowed && collective.data === undefined && (
        <DialogContent>
          {collective.error === null ? (
            <BlockSkeleton height={240} what="the Collective" />
          ) : (
            <ErrorPanel
              what="This Collective could not be read"
              error={collective.error}
              onRetry={() => void collective.refetch()}
            />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}
