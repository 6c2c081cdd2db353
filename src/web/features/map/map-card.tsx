import Box from '@mui/material/Box';
import { useEffect, useMemo } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { basemapCell } from '../../api/basemap.ts';
import { useMapTiles } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { groupingOf } from './groups.ts';
import { fetchClusterMap, LazyClusterMap } from './lazy-cluster-map.tsx';
import { boxText, type MapBox } from './map-search.ts';
import { usePlaceMap } from './use-place-map.ts';

const HEIGHT = 200;
const ALL = {};

interface MapCardProps {
  /** Opens the map with what is written in its address. */
  onOpen: (search: { box?: string; colour: 'outcome' }) => void;
}

/** A small map of the fleet, coloured by the last outcome; a mark leads to the map itself. */
export function MapCard({ onOpen }: MapCardProps) {
  const { map } = usePlaceMap(ALL, undefined);
  useEffect(fetchClusterMap, []);
  const { data } = map;
  return (
    <Card
      title="Map"
      note={
        data !== undefined && data.count > 0
          ? `${formatCount(data.entities, 'Entity', 'Entities')} by last outcome`
          : undefined
      }
      aside={
        <AppLink to="/map" search={{ colour: 'outcome' }}>
          Open the map
        </AppLink>
      }
    >
      {data === undefined && <ReadBlock read={map} what="the map" height={HEIGHT} />}
      {data !== undefined && data.count === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          No places are known yet. <AppLink to="/map">Read them on the map’s page.</AppLink>
        </Box>
      )}
      {data !== undefined && data.count > 0 && <SmallMap map={data} onOpen={onOpen} />}
    </Card>
  );
}

const nothing = () => {};

function SmallMap({ map, onOpen }: MapCardProps & { map: PlaceMap }) {
  const tiles = useMapTiles();
  const grouping = useMemo(() => groupingOf(map, 'outcome'), [map]);
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
          onView={nothing}
          covered={false}
          choosing={false}
          box={null}
          onBox={(box: MapBox) => onOpen({ box: boxText(box), colour: 'outcome' })}
          onCancelBox={nothing}
          cells={basemapCell}
          tiles={tiles}
        />
      </Box>
      <Box
        component="ul"
        aria-label="Legend of the map"
        sx={{
          m: 0,
          mt: 1,
          p: 0,
          listStyle: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          fontSize: '0.8125rem',
        }}
      >
        {grouping.groups.map(({ label, color, mark, entities }) => (
          <Box key={label} component="li" sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
            <Box
              component="span"
              aria-hidden="true"
              sx={{ width: 10, height: 10, borderRadius: '50%', background: color }}
            />
            {label} {formatNumber(entities)}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {mark}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}
