import type { FitBoundsOptions, LatLngBoundsLiteral } from 'leaflet';
import type { Bounds } from '../../../domain/places.ts';

/** Zoom for one spot, shown with the towns around it, and the closest for several. */
const SPOT_ZOOM = 10;
const CLOSE_ZOOM = 13;

/** Bounds as Leaflet takes them. */
export function leafletBounds([south, west, north, east]: Bounds): LatLngBoundsLiteral {
  return [
    [south, west],
    [north, east],
  ];
}

/** How near a map goes to bounds. */
export function fitZoom([south, west, north, east]: Bounds): FitBoundsOptions {
  const isSpot = south === north && west === east;
  return { maxZoom: isSpot ? SPOT_ZOOM : CLOSE_ZOOM, animate: false };
}
