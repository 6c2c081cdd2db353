import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { PlaceMap, PlaceRow } from '../../../contract/console/places.ts';
import { formatCount } from '../../../domain/format.ts';
import type { Bounds } from '../../../domain/places.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { collectiveOptions } from '../../components/list/entity-filters.ts';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { ClusterMap } from './cluster-map.tsx';
import { groupsWithin, useGrouping } from './groups.ts';
import { mapOf, placesOf } from './map-queries.ts';
import {
  atOf,
  filterOf,
  PLACES,
  selectionOf,
  SHOWN_ZOOM,
  viewOf,
  type MapSearch,
  type MapView,
} from './map-search.ts';
import { FitButton, MapKey, ChosenPlace } from './map-tools.tsx';
import { PlaceList } from './place-list.tsx';

interface FleetMapProps {
  /** The Collective of the map, or null. */
  collectiveId: string | null;
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
}

/** The URL is updated once the map rests this long, in ms. */
const STILL_MS = 250;

/** A map of many places with its legend, and beside it a list of those in view. */
export function FleetMap({ collectiveId, search, onSearch }: FleetMapProps) {
  const filter = useMemo(() => filterOf(search, collectiveId), [search, collectiveId]);
  const map = useQuery(mapOf(filter));
  const by = search.colour ?? 'type';
  const grouping = useGrouping(map.data, by);
  const narrow = useNarrow();
  const tight = useMediaQuery('(max-width:899.95px)', { noSsr: true });
  /** Where the places of a pressed mark are; null: none is pressed. */
  const [mark, setMark] = useState<Bounds | null>(null);
  /** The place of the card on the map, if it was chosen from the list. */
  const [picked, setPicked] = useState<PlaceRow | null>(null);
  /** The part of the map in view once it rests; null before. */
  const [seen, setSeen] = useState<Bounds | null>(null);
  const view = useMemo(() => viewOf(search), [search]);
  const frame = useRef<HTMLDivElement>(null);
  const headingId = useId();

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onView = useCallback(
    (part: Bounds, now: MapView | null) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setSeen(part);
        if (now !== null) onSearch({ at: atOf(now) });
      }, STILL_MS);
    },
    [onSearch],
  );
  const onMark = useCallback(
    (places: Bounds, at: MapView | null) => {
      setMark(places);
      setPicked(null);
      onSearch({ odd: undefined, ...(at === null ? {} : { at: atOf(at) }) });
    },
    [onSearch],
  );
  const onShow = useCallback(
    (place: PlaceRow) => {
      const { latitude, longitude } = place;
      setPicked(place);
      onSearch({ at: atOf({ latitude, longitude, zoom: SHOWN_ZOOM }) });
      // On a phone the list is below the map.
      frame.current?.scrollIntoView({ block: 'nearest' });
    },
    [onSearch],
  );

  const selection = selectionOf(search, collectiveId, mark ?? seen);
  const list = useInfiniteQuery(placesOf(selection));
  const places = list.isPlaceholderData ? [] : (list.data?.pages[0]?.places ?? []);
  const [alone, ...others] = mark === null ? [] : places;
  const chosen = picked ?? (others.length === 0 ? (alone ?? null) : null);
  const groups = useMemo(
    () =>
      map.data === undefined || seen === null
        ? grouping.groups
        : groupsWithin(map.data, grouping, by, seen),
    [map.data, grouping, by, seen],
  );

  const all = isUnfiltered(search) && !map.isPlaceholderData ? map.data : undefined;
  if (all !== undefined && all.count + all.odd === 0) return <NoPlaces />;
  const key = (
    <MapKey
      by={by}
      groups={groups}
      place={narrow ? 'below' : tight ? 'button' : 'open'}
      onBy={(value) => onSearch({ colour: value === 'outcome' ? value : undefined })}
    />
  );
  return (
    <>
      <MapFilters
        search={search}
        onSearch={onSearch}
        types={map.data?.types}
        fixed={collectiveId !== null}
      />
      <Box
        sx={{
          flex: 1,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 312px' },
          gridTemplateRows: { xs: 'min(62dvh, 520px)', md: 'minmax(420px, 1fr)' },
        }}
      >
        <Box
          ref={frame}
          sx={{
            position: 'relative',
            // Leaflet's layers stay under the menus of the page.
            isolation: 'isolate',
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {map.data === undefined ? (
            <ReadBlock read={map} what="the map" height={480} />
          ) : (
            <>
              <ClusterMap
                label={collectiveId === null ? 'Map of the fleet' : 'Map of the Collective'}
                map={map.data}
                grouping={grouping}
                by={by}
                view={view}
                chosen={chosen}
                onView={onView}
                onMark={onMark}
              />
              <FitButton onFit={() => onSearch({ at: undefined })} />
              {!narrow && key}
              {chosen !== null && (
                <ChosenPlace
                  place={chosen}
                  onClose={() => {
                    setPicked(null);
                    setMark(null);
                  }}
                />
              )}
            </>
          )}
        </Box>
        {narrow && key}
        <Box sx={{ position: 'relative', minWidth: 0 }}>
          <Box
            component="section"
            aria-labelledby={headingId}
            sx={{
              // As high as the map: the list scrolls, not the page.
              position: { md: 'absolute' },
              inset: 0,
              display: 'flex',
              flexDirection: 'column',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
              overflow: 'hidden',
            }}
          >
            <Typography
              id={headingId}
              variant="h2"
              sx={{ px: 1.25, pt: 1.25, fontSize: '0.875rem' }}
            >
              Places
            </Typography>
            <PlaceList
              map={map}
              list={list}
              selection={selection}
              where={selectionLabel(search, mark, seen)}
              onShow={onShow}
            >
              <Chosen
                isChosen={mark !== null || search.odd === '1'}
                onChoice={(change) => {
                  setMark(null);
                  onSearch({ odd: undefined, ...change });
                }}
                odd={search.odd === '1' ? 0 : (map.data?.odd ?? 0)}
              />
            </PlaceList>
          </Box>
        </Box>
      </Box>
    </>
  );
}

/** Whether all places of the map's Entities are meant. */
function isUnfiltered({ q, type, collective }: MapSearch): boolean {
  return (q ?? '') === '' && type === undefined && collective === undefined;
}

function selectionLabel({ odd }: MapSearch, mark: Bounds | null, seen: Bounds | null): string {
  if (odd === '1') return ' whose coordinates no map can show';
  if (mark !== null) return ' at the selected mark';
  return seen === null ? '' : ' in view';
}

interface ChosenProps {
  /** Whether only some places are listed. */
  isChosen: boolean;
  /** Lists those in view, after a change of the search. */
  onChoice: (change: Pick<MapSearch, 'odd'>) => void;
  /** Places that no map can show, unless they are listed. */
  odd: number;
}

/** What the map and the list leave out, with buttons to show it. */
function Chosen({ isChosen, onChoice, odd }: ChosenProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {odd > 0 && (
        <Button
          color="inherit"
          sx={{ color: 'var(--mui-palette-status-amber)' }}
          onClick={() => onChoice({ odd: '1' })}
        >
          {formatCount(odd, 'place is', 'places are')} not on the map: outside the valid range
        </Button>
      )}
      {isChosen && (
        <Button variant="outlined" color="inherit" onClick={() => onChoice({})}>
          List all places
        </Button>
      )}
    </Box>
  );
}

/** A map without any place: how far the Entities were read is said above it. */
function NoPlaces() {
  return (
    <EmptyState title="No places are known yet.">
      <TextLink to="/settings/fleet" search={{ resource: 'locations' }}>
        Fleet data
      </TextLink>
    </EmptyState>
  );
}

interface MapFiltersProps {
  search: MapSearch;
  onSearch: (change: Partial<MapSearch>) => void;
  /** Undefined while they are being read. */
  types: PlaceMap['types'] | undefined;
  /** Whether the map shows a single Collective. */
  fixed: boolean;
}

/** Which places are shown. */
function MapFilters({ search, onSearch, types, fixed }: MapFiltersProps) {
  const collectives = useQuery({ ...query(DIRECTORY_ROUTES.collectives), enabled: !fixed });
  return (
    <ListBar
      label="Filters of the map"
      list={PLACES}
      search={search}
      onSearch={onSearch}
      options={{
        type: types?.map(({ name, count }) => ({
          value: name ?? NO_VALUE,
          label: name ?? '',
          count,
        })),
        collective: collectives.data && collectiveOptions(collectives.data.collectives),
      }}
      read={collectives}
      without={fixed ? ['collective'] : []}
    />
  );
}
