import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { ReceiptPage } from '../features/batches/receipt/receipt-page.tsx';
import { requireId } from './-require-id.ts';

export const Route = createFileRoute('/_app/batches/$dispatchId_/receipt')({
  beforeLoad: ({ params }) => requireId(params.dispatchId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { dispatchId } = Route.useParams();
  return <ReceiptPage key={dispatchId} dispatchId={dispatchId} />;
}
