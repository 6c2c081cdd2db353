import { useQuery } from '@tanstack/react-query';
import { RECEIPT_ROUTES } from '../../../../contract/console/receipt.ts';
import { shortId } from '../../../../domain/format.ts';
import { query } from '../../../api/query.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowsSkeleton } from '../../../components/skeletons.tsx';
import { ReceiptView } from './receipt-view.tsx';

/** How often an unsealed receipt is read again, in ms. */
const UNSEALED_POLL_MS = 5000;

/** The receipt of a batch, refreshed until it is sealed. */
export function ReceiptPage({ dispatchId }: { dispatchId: string }) {
  const receipt = useQuery({
    ...query(RECEIPT_ROUTES.receipt, { params: { id: dispatchId } }),
    refetchInterval: ({ state: { data, status } }) =>
      data?.seals.length === 0 && status !== 'error' ? UNSEALED_POLL_MS : false,
  });
  const retry = {
    error: receipt.error,
    onRetry: () => void receipt.refetch(),
    retrying: receipt.isFetching,
  };
  if (receipt.data !== undefined) {
    return (
      <>
        {receipt.error !== null && (
          <ErrorPanel what="The receipt could not be refreshed" {...retry} />
        )}
        <ReceiptView receipt={receipt.data} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`Receipt of batch ${shortId(dispatchId)}`}
        above={<AppLink to="/batches">Activity</AppLink>}
      />
      {receipt.error === null ? (
        <RowsSkeleton what="the receipt" />
      ) : (
        <ErrorPanel what="This receipt could not be read" {...retry} />
      )}
    </>
  );
}
