import { createFileRoute } from '@tanstack/react-router';
import { NoSuchId } from '../components/not-found.tsx';
import { EntityPage } from '../features/entities/entity-page.tsx';
import { EntitySearch } from '../features/entities/entity-search.ts';
import { requireId } from './-require-id.ts';
import { useSearchChange } from './-use-search-change.ts';

/** The back button undoes a change of tab or an opened session; not filtering. */
const isStep = (change: Partial<EntitySearch>) => 'tab' in change || change.session !== undefined;

export const Route = createFileRoute('/_app/entities/$entityId')({
  validateSearch: EntitySearch,
  beforeLoad: ({ params }) => requireId(params.entityId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { entityId } = Route.useParams();
  const search = Route.useSearch();
  const onSearch = useSearchChange<EntitySearch>(Route.useNavigate(), { isStep });
  return <EntityPage key={entityId} entityId={entityId} search={search} onSearch={onSearch} />;
}
