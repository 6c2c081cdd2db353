import { useNavigate, useParams } from '@tanstack/react-router';
import { DispatchDialog } from './dispatch-dialog.tsx';
import type { DispatchSearch } from './dispatch-search.ts';
import { useOpenDispatch } from './use-open-dispatch.ts';

/** The dispatch sheet that the address asks for, over any page. */
export function DispatchDoor({ dispatch, send, previous }: DispatchSearch) {
  const navigate = useNavigate();
  const open = useOpenDispatch();
  const { collectiveId: ofPage } = useParams({ strict: false });
  if (dispatch === undefined) return null;
  const collectiveId = dispatch === '1' ? (ofPage ?? null) : dispatch;
  return (
    <DispatchDialog
      // Another start needs another form.
      key={`${collectiveId ?? ''} ${previous ?? ''} ${send ?? ''}`}
      collectiveId={collectiveId}
      command={send ?? null}
      previousId={previous ?? null}
      onCollective={(id) => open({ dispatch: id, send }, true)}
      onClose={() => open({}, true)}
      onSent={(dispatchId) =>
        void navigate({ to: '/batches/$dispatchId', params: { dispatchId }, replace: true })
      }
    />
  );
}
