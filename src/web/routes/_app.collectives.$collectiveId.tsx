import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { CollectivePage } from '../features/collectives/collective-page.tsx';
import { CollectiveSearch } from '../features/collectives/collectives-search.ts';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

/** The back button undoes a change of tab; not filtering. */
const isStep = (change: Partial<CollectiveSearch>) => 'tab' in change;

export const Route = createFileRoute('/_app/collectives/$collectiveId')({
  validateSearch: CollectiveSearch,
  beforeLoad: ({ params }) => requireId(params.collectiveId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { collectiveId } = Route.useParams();
  return (
    <CollectivePage
      key={collectiveId}
      collectiveId={collectiveId}
      search={Route.useSearch()}
      onSearch={useSearchChange<CollectiveSearch>(Route.useNavigate(), {
        isStep,
        resetScroll: true,
      })}
    />
  );
}
