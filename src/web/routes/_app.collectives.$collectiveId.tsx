import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { CollectivePage } from '../features/collectives/collective-page.tsx';
import { CollectiveSearch } from '../features/collectives/collectives-search.ts';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

/** The back button undoes a change of tab and opening the dialog; not filtering. */
const isStep = (change: Partial<CollectiveSearch>) =>
  'tab' in change || change.dispatch !== undefined;

export const Route = createFileRoute('/_app/collectives/$collectiveId')({
  validateSearch: CollectiveSearch,
  beforeLoad: ({ params }) => requireId(params.collectiveId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { collectiveId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CollectivePage
      key={collectiveId}
      collectiveId={collectiveId}
      search={Route.useSearch()}
      onSearch={useSearchChange<CollectiveSearch>(navigate, { isStep, resetScroll: true })}
      onSent={(dispatchId) =>
        void navigate({ to: '/batches/$dispatchId', params: { dispatchId }, replace: true })
      }
    />
  );
}
