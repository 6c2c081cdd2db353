import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NoSuchId } from '../components/not-found.tsx';
import { EntityPage } from '../features/entities/entity-page.tsx';
import { EntitySearch } from '../features/entities/entity-search.ts';
import {
  EntityOffboarding,
  OffboardingState,
} from '../features/offboarding/entity-offboarding.tsx';
import { requireId } from './-require-id.ts';
import { useStays } from './-use-stays.ts';

export const Route = createFileRoute('/_app/entities/$entityId')({
  validateSearch: EntitySearch,
  beforeLoad: ({ params }) => requireId(params.entityId),
  component: Page,
  notFoundComponent: NoSuchId,
});

function Page() {
  const { entityId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const stays = useStays();
  const onSearch = useCallback(
    (change: Partial<EntitySearch>) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        // Another tab or an opened session is a step that the back button undoes; filtering is not.
        replace: !('tab' in change || change.session !== undefined),
        resetScroll: false,
      });
    },
    [navigate, stays],
  );
  return (
    <EntityPage
      key={entityId}
      entityId={entityId}
      search={search}
      onSearch={onSearch}
      offboardingState={<OffboardingState entityId={entityId} />}
      offboarding={<EntityOffboarding entityId={entityId} />}
    />
  );
}
