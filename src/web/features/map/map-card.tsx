import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { Bounds } from '../../../domain/places.ts';
import { basemapCell } from '../../api/basemap.ts';
import { useMapTiles } from '../../api/session.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { fetchClusterMap, LazyClusterMap } from './lazy-cluster-map.tsx';
import { MapLegend } from './map-legend.tsx';
import { mapOf } from './map-queries.ts';
import { atOf, SHOWN_ZOOM } from './map-search.ts';
import { placeExtent } from './place-extent.ts';
import { useGrouping } from './use-grouping.ts';

const HEIGHT = 186;
const NO_PLACES = { points: '', startOf: '' };
/** One line of the legend, in px. */
const LEGEND_LINE = 24;

interface MapCardProps {
  /** Only the places of one Collective; absent: the whole fleet. */
  collectiveId?: string | undefined;
  /** Opens the map with what is written in its address. */
  onOpen: (search: { at?: string; colour: 'outcome' }) => void;
}

/** A small map of the fleet, coloured by the last outcome; a mark leads to the map itself. */
export function MapCard({ collectiveId, onOpen }: MapCardProps) {
  const map = useQuery(mapOf({ collective: collectiveId }));
  useEffect(fetchClusterMap, []);
  // The legend takes two lines of a phone.
  const legend = (useNarrow() ? 2 : 1) * LEGEND_LINE;
  const { data } = map;
  const { points, startOf } = data ?? NO_PLACES;
  const extent = useMemo(() => placeExtent({ points, startOf }), [points, startOf]);
  return (
    <Card
      title="Map"
      note={
        data !== undefined &&
        data.count > 0 && (
          <>
            {formatCount(data.entities, 'Entity', 'Entities')} by last outcome
            {extent !== null && extent.outside > 0 && (
              <>
                {', '}
                <WholeMapLink elsewhere collectiveId={collectiveId} onOpen={onOpen}>
                  {`${formatNumber(extent.outside)} elsewhere`}
                </WholeMapLink>
              </>
            )}
          </>
        )
      }
      aside={
        <WholeMapLink collectiveId={collectiveId} onOpen={onOpen}>
          Open the map
        </WholeMapLink>
      }
    >
      {data === undefined && <ReadBlock read={map} what="the map" height={HEIGHT + legend} />}
      {data !== undefined && data.count === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          No places are known yet. <TextLink to="/settings/fleet">Fleet data</TextLink>
        </Box>
      )}
      {data !== undefined && data.count > 0 && (
        <SmallMap map={data} bounds={extent?.most ?? null} onOpen={onOpen} legend={legend} />
      )}
    </Card>
  );
}

interface WholeMapLinkProps extends MapCardProps {
  /** Shows all places, not most of them; underlined, as it stands in a text. */
  elsewhere?: boolean;
  children: string;
}

/** To the map; that of a Collective is a tab of the same page. */
function WholeMapLink({ collectiveId, onOpen, elsewhere = false, children }: WholeMapLinkProps) {
  const search = { ...(elsewhere && { at: 'all' }), colour: 'outcome' as const };
  if (collectiveId === undefined) {
    const Styled = elsewhere ? TextLink : AppLink;
    return (
      <Styled to="/map" search={search}>
        {children}
      </Styled>
    );
  }
  return (
    <Link
      component="button"
      variant="body2"
      underline={elsewhere ? 'always' : 'hover'}
      onClick={() => onOpen(search)}
    >
      {children}
    </Link>
  );
}

const nothing = () => {};

interface SmallMapProps extends Pick<MapCardProps, 'onOpen'> {
  map: PlaceMap;
  bounds: Bounds | null;
  /** Height of its room in px. */
  legend: number;
}

function SmallMap({ map, bounds, onOpen, legend }: SmallMapProps) {
  const tiles = useMapTiles();
  const grouping = useGrouping(map, 'outcome');
  return (
    <>
      <Box
        sx={{
          position: 'relative',
          isolation: 'isolate',
          overflow: 'hidden',
          height: HEIGHT,
          borderRadius: 0.5,
        }}
      >
        <LazyClusterMap
          label="Map of the fleet"
          map={map}
          grouping={grouping}
          by="outcome"
          view={null}
          bounds={bounds}
          small
          onView={nothing}
          covered={false}
          onMark={([south, west, north, east]) => {
            const [latitude, longitude] = [(south + north) / 2, (west + east) / 2];
            onOpen({ at: atOf({ latitude, longitude, zoom: SHOWN_ZOOM }), colour: 'outcome' });
          }}
          cells={basemapCell}
          tiles={tiles}
        />
      </Box>
      <Box
        sx={{
          pt: 0.5,
          minHeight: legend,
          display: 'flex',
          flexWrap: 'wrap',
          alignContent: 'start',
          columnGap: 2,
          rowGap: 0.5,
        }}
      >
        {/* Entities alone: the places of each are in the legend of the map itself. */}
        <MapLegend
          groups={grouping.groups.map((group) => ({ ...group, count: group.entities }))}
          wrapped
        />
      </Box>
    </>
  );
}
