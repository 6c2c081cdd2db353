import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NoSuchId } from '../components/not-found.tsx';
import { BulkRunSearch } from '../features/bulk/bulk-search.ts';
import { RunPage } from '../features/bulk/bulk-run-page.tsx';
import { requireId } from './-require-id.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/bulk/$runId')({
  validateSearch: BulkRunSearch,
  beforeLoad: ({ params }) => requireId(params.runId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { runId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<BulkRunSearch>) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, stays],
  );
  return <RunPage key={runId} runId={runId} search={search} onSearch={onSearch} />;
}
