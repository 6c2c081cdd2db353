import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { hasOwnAge } from '../../../domain/own-age.ts';
import type { PlaceFilter } from '../../../contract/console/places.ts';
import { errorText } from '../../api/errors.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { TextLink } from '../../components/app-link.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { mapOf } from './map-queries.ts';

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
