import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NoSuchId } from '../components/not-found.tsx';
import { BatchPage } from '../features/batches/batch-page.tsx';
import { BatchSearch } from '../features/batches/batch-search.ts';
import { requireId } from './-require-id.ts';

export const Route = createFileRoute('/_app/batches/$batchId')({
  validateSearch: BatchSearch,
  beforeLoad: ({ params }) => requireId(params.batchId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { batchId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<BatchSearch>) => {
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate],
  );
  return <BatchPage key={batchId} batchId={batchId} search={search} onSearch={onSearch} />;
}
