import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { PlaceFilter } from '../../../contract/console/places.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { hasOwnAge } from '../../../domain/own-age.ts';
import { errorText } from '../../api/errors.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { TextLink } from '../../components/app-link.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { FleetMap } from './fleet-map.tsx';
import { mapOf } from './map-queries.ts';
import { filterOf, type MapSearch } from './map-search.ts';

interface MapPageProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** All known places of the fleet, on a map as high as the window. */
export function MapPage({ search, onSearch }: MapPageProps) {
  return (
    <Box
      data-full-width=""
      sx={{
        display: 'flex',
        flexDirection: 'column',
        // The paddings of the frame: 20 px above, and 16 of its 40 px below.
        minHeight: { md: 'max(520px, calc(100dvh - 36px))' },
        mb: { md: -3 },
      }}
    >
      <PageHeader title="Map" fresh={<HeadPlace />}>
        <KnownPlaces filter={filterOf(search, null)} />
      </PageHeader>
      <FleetMap collectiveId={null} search={search} onSearch={onSearch} />
    </Box>
  );
}

interface CollectivePlacesProps {
  collectiveId: string;
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** The known places of the Entities of one Collective. */
export function CollectivePlaces({ collectiveId, search, onSearch }: CollectivePlacesProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { md: 'max(480px, calc(100dvh - 220px))' },
      }}
    >
      <Box sx={{ mb: 1.5, minHeight: 20, fontSize: '0.8125rem', color: 'text.secondary' }}>
        <KnownPlaces filter={filterOf(search, collectiveId)} />
      </Box>
      <FleetMap collectiveId={collectiveId} search={search} onSearch={onSearch} />
    </Box>
  );
}

/** How many Entities have known places, how many the map shows, and how old that is. @param filter of the map */
export function KnownPlaces({ filter }: { filter: PlaceFilter }) {
  const { data, error } = useQuery(fleetStatusOf({ collective: filter.collective }));
  const map = useQuery(mapOf(filter));
  const places = data?.resources.find(({ resource }) => resource === 'locations');
  if (data === undefined || places === undefined) {
    if (error === null) return <Skeleton width={260} />;
    return (
      <span role="alert">
        How much of the fleet is known could not be read: {errorText(error).title}.
      </span>
    );
  }
  const known = places.fresh + places.stale;
  const missing = [
    places.failed > 0 && `${formatNumber(places.failed)} could not be read`,
    places.never > 0 && `${formatNumber(places.never)} not read yet`,
    places.stale > 0 && `${formatNumber(places.stale)} out of date`,
  ].filter((part) => part !== false);
  return (
    <section aria-label="Known places">
      Places of {formatNumber(known)} of {formatCount(data.entities, 'Entity', 'Entities')}
      {map.data !== undefined && `, ${formatNumber(map.data.entities)} on the map`}
      {map.data !== undefined && map.data.entities > known && ', some as read before'}
      {hasOwnAge(places.oldestAt, data.asOf) && (
        <>
          , as of <RelativeTimeText instant={places.oldestAt} />
        </>
      )}
      {/* Their last known places are on the map and in its list too. */}
      {data.offboarded > 0 && ` · ${formatNumber(data.offboarded)} offboarded`}
      {missing.length > 0 && (
        <>
          {' · '}
          <TextLink to="/settings/fleet" search={{ resource: 'locations' }}>
            <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)' }}>
              {missing.join(', ')}
            </Box>
          </TextLink>
        </>
      )}
    </section>
  );
}
