import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { ReceiptPage } from '../features/batches/receipt/receipt-page.tsx';
import { requireId } from './-require-id.ts';

export const Route = createFileRoute('/_app/batches/$batchId_/receipt')({
  beforeLoad: ({ params }) => requireId(params.batchId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { batchId } = Route.useParams();
  return <ReceiptPage key={batchId} batchId={batchId} />;
}
