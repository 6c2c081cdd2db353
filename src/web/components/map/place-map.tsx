import Box from '@mui/material/Box';
import { divIcon, latLngBounds, Marker as Pin } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useMemo } from 'react';
import { MapContainer, Marker, ScaleControl, useMap } from 'react-leaflet';
import { ContainerName, Ground, maxZoomOf, type GroundProps } from './ground.tsx';
import './map.css';
import type { MapPlace } from './map-place.ts';
import { onPressKey } from './press-key.ts';

/** Zoom for a single place, shown with the towns around it. */
const CLOSE_ZOOM = 10;
/** Large enough for a finger; the dot inside is smaller. */
const PIN_PX = 24;

export interface PlaceMapProps extends GroundProps {
  /** Accessible name of the map. */
  label: string;
  places: readonly MapPlace[];
  /** The id of the selected place, or null. */
  chosen: string | null;
  /** Absent: the pins are not interactive. */
  onChoose?: ((id: string) => void) | undefined;
  /** Height in px. */
  height: number;
}

/** The name of a pin, also shown on hover. */
function namePin(pin: unknown, name: string): void {
  const element = pin instanceof Pin ? pin.getElement() : undefined;
  // Leaflet makes a selectable pin a button; only elements with a role may have a name.
  if (element?.hasAttribute('role') === false) element.setAttribute('role', 'img');
  element?.setAttribute('aria-label', name);
  element?.setAttribute('data-hint', name);
}

/** Places on a basemap. Every place must also be in a list: not everyone can use a map. */
export function PlaceMap(props: PlaceMapProps) {
  const { label, places, chosen, onChoose, height, cells, tiles } = props;
  const bounds = useMemo(
    () => latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude])),
    [places],
  );
  return (
    <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
      <MapContainer
        className="gh-map"
        style={{ height }}
        bounds={bounds}
        boundsOptions={{ padding: [32, 32], maxZoom: CLOSE_ZOOM }}
        maxZoom={maxZoomOf(tiles)}
        minZoom={1}
        worldCopyJump
        scrollWheelZoom={false}
        attributionControl
      >
        <Ground cells={cells} tiles={tiles} />
        <ScaleControl imperial={false} />
        <ContainerName label={label} />
        <Chosen places={places} chosen={chosen} />
        {places.map((place) => (
          <Marker
            key={place.id}
            position={[place.latitude, place.longitude]}
            keyboard={onChoose !== undefined}
            interactive={onChoose !== undefined}
            zIndexOffset={place.id === chosen ? 1000 : 0}
            icon={divIcon({
              className: ['gh-pin', place.kind, place.id === chosen ? 'chosen' : '']
                .join(' ')
                .trim(),
              iconSize: [PIN_PX, PIN_PX],
            })}
            eventHandlers={{
              add: ({ target }) => namePin(target, place.label),
              click: () => onChoose?.(place.id),
              keydown: onPressKey(() => onChoose?.(place.id)),
            }}
          />
        ))}
      </MapContainer>
    </Box>
  );
}

/** Brings the place selected in the list into view. */
function Chosen({ places, chosen }: Pick<PlaceMapProps, 'places' | 'chosen'>) {
  const map = useMap();
  const place = places.find(({ id }) => id === chosen);
  useEffect(() => {
    if (place === undefined) return;
    const at = { lat: place.latitude, lng: place.longitude };
    if (!map.getBounds().pad(-0.1).contains(at)) map.panTo(at, { animate: false });
  }, [map, place]);
  return null;
}
