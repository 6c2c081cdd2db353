import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { NoSuchId } from '../components/not-found.tsx';
import { CollectiveBatches } from '../features/batches/collective-batches.tsx';
import { MovingBatches } from '../features/batches/moving-batches.tsx';
import { SessionsPart } from '../features/collective-sessions/sessions-part.tsx';
import { CollectivePage } from '../features/collectives/collective-page.tsx';
import { CollectiveSearch } from '../features/collectives/collectives-search.ts';
import { CollectiveOverview } from '../features/collectives/collective-overview.tsx';
import { CollectiveEntities } from '../features/directory/collective-entities.tsx';
import { DispatchDialog } from '../features/dispatch/dispatch-dialog.tsx';
import { RefreshButton } from '../features/fleet/refresh-button.tsx';
import { CollectivePlaces } from '../features/map/collective-places.tsx';
import { MapCard } from '../features/map/map-card.tsx';
import { MapSearch } from '../features/map/map-search.ts';
import { MembersSection } from '../features/members/members-section.tsx';
import { Upcoming } from '../features/schedule/upcoming.tsx';
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
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useSearchChange<CollectiveSearch>(navigate, { isStep, resetScroll: true });
  return (
    <>
      <CollectivePage
        key={collectiveId}
        collectiveId={collectiveId}
        search={search}
        onSearch={onSearch}
        moving={<MovingBatches collectiveId={collectiveId} />}
        refresh={<RefreshButton target={{ kind: 'collective', id: collectiveId, name: null }} />}
        parts={{
          overview: (
            <CollectiveOverview
              collectiveId={collectiveId}
              onTab={(tab) => onSearch({ tab })}
              map={
                <MapCard
                  collectiveId={collectiveId}
                  onOpen={(change) => onSearch({ tab: 'map', ...change })}
                />
              }
            />
          ),
          entities: (
            <CollectiveEntities collectiveId={collectiveId} search={search} onSearch={onSearch} />
          ),
          members: <MembersSection collectiveId={collectiveId} />,
          batches: <CollectiveBatches collectiveId={collectiveId} />,
          schedule: <Upcoming collectiveId={collectiveId} />,
          sessions: (
            <SessionsPart
              collectiveId={collectiveId}
              choice={{ range: search.range, from: search.first, to: search.last }}
              grain={search.grain}
              page={search.page ?? 1}
              onChoice={(change) => {
                const { from: first, to: last, ...range } = change;
                onSearch({
                  ...range,
                  page: undefined,
                  ...('from' in change && { first }),
                  ...('to' in change && { last }),
                });
              }}
              onGrain={(grain) => onSearch({ grain })}
              onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
            />
          ),
          map: <CollectiveMap collectiveId={collectiveId} search={search} onSearch={onSearch} />,
        }}
      />
      {search.dispatch === '1' && (
        <DispatchDialog
          // A different starting batch needs a new form.
          key={`${collectiveId} ${search.previous ?? ''} ${search.from ?? ''}`}
          collectiveId={collectiveId}
          previousId={search.previous ?? null}
          fromId={search.from ?? null}
          onClose={() => onSearch({ dispatch: undefined, previous: undefined, from: undefined })}
          onSent={(dispatchId) =>
            void navigate({ to: '/batches/$dispatchId', params: { dispatchId }, replace: true })
          }
        />
      )}
    </>
  );
}

/** The map of the fleet, for this Collective only. */
function CollectiveMap({
  collectiveId,
  search,
  onSearch,
}: {
  collectiveId: string;
  search: CollectiveSearch;
  onSearch: (change: Partial<CollectiveSearch>) => void;
}) {
  const { place, kind, colour, at, odd } = search;
  // The filters of the Entities tab do not apply to the map.
  const mapSearch = useMemo(
    () => MapSearch.parse({ q: place, type: kind, colour, at, odd }),
    [place, kind, colour, at, odd],
  );
  const onMapSearch = useCallback(
    (change: Partial<MapSearch>) => {
      const { q, type, ...rest } = change;
      onSearch({
        ...rest,
        ...('q' in change ? { place: q } : {}),
        ...('type' in change ? { kind: type } : {}),
      });
    },
    [onSearch],
  );
  return <CollectivePlaces collectiveId={collectiveId} search={mapSearch} onSearch={onMapSearch} />;
}
