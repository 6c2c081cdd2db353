import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NoSuchId } from '../components/not-found.tsx';
import { BatchPage } from '../features/batches/batch-page.tsx';
import { BatchSearch } from '../features/batches/batch-search.ts';
import { requireId } from './-require-id.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/batches/$dispatchId')({
  validateSearch: BatchSearch,
  beforeLoad: ({ params }) => requireId(params.dispatchId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { dispatchId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<BatchSearch>) => {
      if (!stays()) return;
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
    },
    [navigate, stays],
  );
  return <BatchPage key={dispatchId} dispatchId={dispatchId} search={search} onSearch={onSearch} />;
}
