import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Location } from '../../../contract/location.ts';
import { formatCount } from '../../../domain/format.ts';
import { basemapCell } from '../../api/basemap.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { mergeRows } from '../../api/service-pages.ts';
import { useMapTiles } from '../../api/session.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListReading } from '../../components/list-reading.tsx';
import { LazyPlaceMap } from '../../components/map/lazy-place-map.tsx';
import { Section } from '../../components/section.tsx';
import { PartlyRead, StoredAsOf, StoredFailure } from '../../components/stored-read.tsx';
import { locationPages } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';
import { ChosenLocation } from './chosen-location.tsx';
import { isOnMap, onMap } from './location-facts.ts';
import { LocationsTable } from './locations-table.tsx';
import { useStored } from './use-stored.ts';

interface LocationsTabProps {
  entityId: string;
  search: Pick<EntitySearch, 'location'>;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The places of an Entity: list and map side by side with a shared selection. */
export function LocationsTab({ entityId, search, onSearch }: LocationsTabProps) {
  const all = useAllPages(useInfiniteQuery(locationPages(entityId)));
  const stored = useStored(entityId, 'locations');
  const leftOut = useLeftOut('listLocations', { entityId });
  const { pages } = all;
  const kept = pages === undefined ? stored : null;
  const rows = useMemo(
    () => (pages === undefined ? stored?.entity.locations : mergeRows(pages)),
    [pages, stored],
  );
  const live = { error: all.error, isFetching: all.fetching, refetch: all.resume };
  return (
    <Section
      title="Locations"
      aside={
        kept === null ? (
          rows !== undefined && <AsOf read={all} what="the Locations" />
        ) : (
          <StoredAsOf stored={kept.read} read={live} />
        )
      }
    >
      {kept === null && <PartlyRead message={leftOut} />}
      {kept === null ? (
        <ListReading
          all={all}
          read={rows === undefined ? null : formatCount(rows.length, 'place', 'places')}
          what="the Locations"
          rows={4}
        />
      ) : (
        <StoredFailure read={live} what="the Locations" />
      )}
      {rows !== undefined && rows.length === 0 && (kept !== null || all.state === 'complete') && (
        <EmptyState title="No places of this Entity are known.">
          <Typography variant="body2">
            Places come from the device or its onboarding. The interface has no way to add one.
          </Typography>
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ListAndMap
          rows={rows}
          entityId={entityId}
          chosen={search.location ?? null}
          onChoose={(location) => onSearch({ location: location ?? undefined })}
        />
      )}
    </Section>
  );
}

interface ListAndMapProps {
  rows: readonly Location[];
  entityId: string;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

function ListAndMap({ rows, entityId, chosen, onChoose }: ListAndMapProps) {
  const tiles = useMapTiles();
  const places = useMemo(() => onMap(rows), [rows]);
  const offMap = rows.filter((row) => !isOnMap(row)).length;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <div>
        <LocationsTable rows={rows} chosen={chosen} onChoose={onChoose} />
        {chosen !== null && (
          <ChosenLocation
            key={chosen}
            entityId={entityId}
            locationId={chosen}
            onClose={() => onChoose(null)}
          />
        )}
      </div>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {places.length > 0 && (
          <LazyPlaceMap
            label="Map of the places"
            places={places}
            chosen={chosen}
            onChoose={onChoose}
            height={380}
            cells={basemapCell}
            tiles={tiles}
          />
        )}
        {offMap > 0 && (
          <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
            {formatCount(offMap, 'place is', 'places are')} not on the map: the coordinates are
            outside the valid range.
          </Typography>
        )}
      </Box>
    </Box>
  );
}
