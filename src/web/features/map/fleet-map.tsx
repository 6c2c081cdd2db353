import HighlightAltIcon from '@mui/icons-material/HighlightAlt';
import ListIcon from '@mui/icons-material/FormatListBulleted';
import ZoomOutMapIcon from '@mui/icons-material/ZoomOutMap';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlaceRow } from '../../../contract/console/places.ts';
import { formatCount } from '../../../domain/format.ts';
import { basemapCell } from '../../api/basemap.ts';
import { readPlacesAgain, placeMapQuery, placeStatusQuery } from '../../api/places.ts';
import { useMapTiles } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { BlockSkeleton, RowsSkeleton } from '../../components/skeletons.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { groupingOf } from './groups.ts';
import { fetchClusterMap, LazyClusterMap } from './lazy-cluster-map.tsx';
import { MapFilters } from './map-filters.tsx';
import { MapLegend } from './map-legend.tsx';
import { atOf, boxOf, boxText, filterOf, selectionOf, viewOf } from './map-search.ts';
import type { MapBox, MapSearch, MapView } from './map-search.ts';
import { PlaceList } from './place-list.tsx';

interface FleetMapProps {
  /** The Collective of the map, or null. */
  collectiveId: string | null;
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** How often map and list are refreshed during a sync, in ms: few, and many places. */
const GATHERING_MS = [2500, 15_000] as const;
const MANY = 5000;
const EMPTY = { types: [], outcomes: [] };
/** Zoom for a place that is shown from the list. */
const SHOWN_ZOOM = 13;
/** The URL is updated once the map rests this long, in ms. */
const STILL_MS = 250;

/** A map of many places with its state of sync, its legend, and the same places as a list. */
export function FleetMap({ collectiveId, search, onSearch }: FleetMapProps) {
  const queryClient = useQueryClient();
  const tiles = useMapTiles();
  const status = useQuery(placeStatusQuery(collectiveId ?? search.collective));
  const filter = useMemo(() => filterOf(search, collectiveId), [search, collectiveId]);
  const gathering = status.data?.gathering?.state === 'running';
  const interval = gathering
    ? GATHERING_MS[(status.data?.places ?? 0) > MANY ? 1 : 0]
    : (false as const);
  const map = useQuery({ ...placeMapQuery(filter), refetchInterval: interval });
  const by = search.colour ?? 'type';
  const grouping = useMemo(() => groupingOf(map.data ?? EMPTY, by), [map.data, by]);
  const [choosing, setChoosing] = useState(false);
  const seen = useRef<MapBox | null>(null);
  const box = useMemo(() => boxOf(search), [search]);
  const view = useMemo(() => viewOf(search), [search]);
  const heading = useRef<HTMLDivElement>(null);

  // The results of a sync are shown when it ends.
  const wasSyncing = useRef(false);
  useEffect(() => {
    if (wasSyncing.current && !gathering) void readPlacesAgain(queryClient);
    wasSyncing.current = gathering;
  }, [gathering, queryClient]);

  useEffect(fetchClusterMap, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onView = useCallback(
    (now: MapView, part: MapBox) => {
      seen.current = part;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onSearch({ at: atOf(now) }), STILL_MS);
    },
    [onSearch],
  );
  const onBox = useCallback(
    (chosen: MapBox) => {
      setChoosing(false);
      onSearch({ box: boxText(chosen), odd: undefined });
    },
    [onSearch],
  );
  const onShow = useCallback(
    ({ latitude, longitude }: PlaceRow) => {
      onSearch({ at: atOf({ latitude, longitude, zoom: SHOWN_ZOOM }) });
      heading.current?.scrollIntoView({ block: 'start' });
    },
    [onSearch],
  );
  const onCancelBox = useCallback(() => setChoosing(false), []);

  if (status.data === undefined && status.error !== null) {
    return (
      <ErrorPanel
        what="The known places could not be read"
        error={status.error}
        onRetry={() => void status.refetch()}
        retrying={status.isFetching}
      />
    );
  }
  const nothing = status.data?.places === 0;
  return (
    <>
      {status.data === undefined ? (
        <RowsSkeleton rows={1} what="the known places" />
      ) : (
        <SyncPanel status={status.data} collectiveId={collectiveId} />
      )}
      {nothing && (
        <EmptyState title="No places are known yet.">
          <Typography variant="body2">
            The Service lists places Entity by Entity, so the console syncs them once, within its
            request limit, and keeps them with their age. Places that operators open are also kept.
          </Typography>
        </EmptyState>
      )}
      {!nothing && (
        <>
          <MapFilters
            search={search}
            onSearch={onSearch}
            types={map.data?.types ?? []}
            fixed={collectiveId !== null}
          />
          <Box
            ref={heading}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'space-between',
              alignItems: 'center',
              gap: 1,
              mb: 1,
            }}
          >
            <MapLegend groups={grouping.groups} />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<ZoomOutMapIcon />}
                onClick={() => onSearch({ at: undefined })}
              >
                Show all
              </Button>
              <Button
                variant={choosing ? 'contained' : 'outlined'}
                color={choosing ? 'primary' : 'inherit'}
                startIcon={<HighlightAltIcon />}
                aria-pressed={choosing}
                onClick={() => setChoosing(!choosing)}
              >
                {choosing ? 'Drag over the map' : 'Select a box'}
              </Button>
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<ListIcon />}
                onClick={() => {
                  if (seen.current !== null) onBox(seen.current);
                }}
              >
                List what is in view
              </Button>
            </Box>
          </Box>
          {map.data === undefined && map.error !== null && (
            <ErrorPanel
              what="The map could not be read"
              error={map.error}
              onRetry={() => void map.refetch()}
              retrying={map.isFetching}
            />
          )}
          {map.data === undefined && map.error === null && (
            <BlockSkeleton height={420} what="the map" />
          )}
          {map.data !== undefined && (
            <LazyClusterMap
              label={collectiveId === null ? 'Map of the fleet' : 'Map of the Collective'}
              map={map.data}
              grouping={grouping}
              by={by}
              height="max(320px, min(56vh, 620px))"
              view={view}
              onView={onView}
              choosing={choosing}
              box={box}
              onBox={onBox}
              onCancelBox={onCancelBox}
              cells={basemapCell}
              tiles={tiles}
            />
          )}
          <Section
            title="Places"
            aside={<Chosen search={search} onSearch={onSearch} odd={map.data?.odd ?? 0} />}
          >
            <PlaceList
              selection={selectionOf(search, collectiveId)}
              where={selectionLabel(search)}
              onShow={onShow}
              interval={interval}
            />
          </Section>
        </>
      )}
    </>
  );
}

function selectionLabel(search: MapSearch): string {
  if (search.odd === '1') return ' whose coordinates no map can show';
  return boxOf(search) === null ? '' : ' in the selected part of the map';
}

/** Which places are listed, with a button to list all. */
function Chosen({
  search,
  onSearch,
  odd,
}: Pick<FleetMapProps, 'search' | 'onSearch'> & { odd: number }) {
  const chosen = search.box !== undefined || search.odd === '1';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {odd > 0 && search.odd !== '1' && (
        <Button
          color="inherit"
          sx={{ color: 'var(--mui-palette-status-amber)' }}
          onClick={() => onSearch({ odd: '1', box: undefined })}
        >
          {formatCount(odd, 'place is', 'places are')} not on the map: outside the valid range
        </Button>
      )}
      {chosen && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => onSearch({ box: undefined, odd: undefined })}
        >
          List all places
        </Button>
      )}
    </Box>
  );
}
