import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { shortId } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AsOf } from '../../components/as-of.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { CancelRequest } from './cancel-request.tsx';
import { RequestFields } from './request-fields.tsx';

/** One Offboarding Request, as the Service has it now. */
export function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const narrow = useNarrow();
  const read = useQuery({
    ...query(ENDPOINTS.getOffboardingRequest, { params: { offboardingRequestId: id } }),
    staleTime: 0,
  });
  const { data, error, isFetching, refetch } = read;
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ fontSize: '1rem', pb: 1 }}>
        Offboarding Request {shortId(id)}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
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
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
