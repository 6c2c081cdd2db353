import { useQuery } from '@tanstack/react-query';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { CancelRequest } from './cancel-request.tsx';
import { RequestFields } from './request-fields.tsx';

/** One Offboarding Request, as the Service has it now. */
export function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery({
    ...query(ENDPOINTS.getOffboardingRequest, { params: { offboardingRequestId: id } }),
    staleTime: 0,
  });
  const { data, error, isFetching, refetch } = read;
  return (
    <PlainDialog title={`Offboarding Request ${shortId(id)}`} onClose={onClose}>
      {data === undefined && error === null && (
        <BlockSkeleton height={160} what="the Offboarding Request" />
      )}
      {data === undefined && error !== null && (
        <ErrorPanel
          what="This request could not be read"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data !== undefined && (
        <>
          <AsOf read={read} what="the request" />
          <RequestFields request={data} />
          <CancelRequest request={data} />
        </>
      )}
    </PlainDialog>
  );
}
