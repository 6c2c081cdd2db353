import Box from '@mui/material/Box';
import { divIcon, Marker as Pin, type FitBoundsOptions } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Marker, Tooltip, useMap, useMapEvents } from 'react-leaflet';
import { boundsOf, nearestTurn, pointsOf, type Bounds } from '../../../domain/places.ts';
import { BaseMap, fitZoom, leafletBounds, MapBoundary, onPressKey } from './base-map.tsx';
import { SHOWN_ZOOM } from './map-search.ts';

/** Large enough for a finger; the dot inside is smaller. */
const PIN_PX = 24;

interface PlaceMapProps {
  /** Accessible name of the map. */
  label: string;
  places: readonly MapPlace[];
  /** The id of the selected place, or null. */
  chosen: string | null;
  /** Absent: the pins are not interactive. */
  onChoose?: ((id: string) => void) | undefined;
  /** CSS, or in px. */
  height: number | string;
  /** Whether there is room for a note about streets. */
  noted?: boolean;
}

/** The accessible name of a pin. */
function namePin(pin: unknown, name: string): void {
  const element = pin instanceof Pin ? pin.getElement() : undefined;
  // Leaflet makes a selectable pin a button; only elements with a role may have a name.
  if (element?.hasAttribute('role') === false) element.setAttribute('role', 'img');
  element?.setAttribute('aria-label', name);
}

const fitOf = (bounds: Bounds): FitBoundsOptions => ({ padding: [32, 32], ...fitZoom(bounds) });

/** Places on a basemap. Every place must also be in a list: not everyone can use a map. */
export function PlaceMap(props: PlaceMapProps) {
  const { label, places, height, noted = false } = props;
  const bounds = boundsOf(pointsOf(places));
  if (bounds === null) return null;
  return (
    <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
      <MapBoundary>
        <BaseMap
          label={label}
          noted={noted}
          style={{ height }}
          bounds={leafletBounds(bounds)}
          boundsOptions={fitOf(bounds)}
          scrollWheelZoom={false}
        >
          <Pins {...props} />
        </BaseMap>
      </MapBoundary>
    </Box>
  );
}

/** The pins on the globe in the middle of the view, of those that a map repeats side by side. */
function Pins({ places, chosen, onChoose }: PlaceMapProps) {
  const map = useMap();
  const [middle, setMiddle] = useState(map.getCenter().lng);
  useMapEvents({ moveend: () => setMiddle(map.getCenter().lng) });
  const place = places.find(({ id }) => id === chosen);
  const [lat, lng] = [place?.latitude, place?.longitude];
  const isNear = useRef(false);
  const fitAll = useEffectEvent(() => {
    const bounds = boundsOf(pointsOf(places));
    if (bounds !== null) map.fitBounds(leafletBounds(bounds), fitOf(bounds));
  });
  // Shows the selected place from near, and all places once none is selected.
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) {
      const at = { lat, lng: nearestTurn(lng, map.getCenter().lng) };
      map.setView(at, Math.max(map.getZoom(), SHOWN_ZOOM), { animate: false });
    } else if (isNear.current) {
      fitAll();
    }
    isNear.current = lat !== undefined;
  }, [map, lat, lng]);
  return places.map(({ id, label, kind, latitude, longitude }) => (
    <Marker
      key={id}
      position={[latitude, nearestTurn(longitude, middle)]}
      keyboard={onChoose !== undefined}
      interactive={onChoose !== undefined}
      zIndexOffset={id === chosen ? 1000 : 0}
      icon={divIcon({
        className: ['gh-pin', kind, id === chosen ? 'chosen' : ''].join(' ').trim(),
        iconSize: [PIN_PX, PIN_PX],
      })}
      eventHandlers={{
        add: ({ target }) => namePin(target, label),
        click: () => onChoose?.(id),
        keydown: onPressKey(() => onChoose?.(id)),
      }}
    >
      <Tooltip>{label}</Tooltip>
    </Marker>
  ));
}

/** A place that can be shown on a map: its coordinates are valid. */
export interface MapPlace {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  /** `place`: a Location; `session`: the place of a charge session. */
  kind: 'place' | 'session';
}
