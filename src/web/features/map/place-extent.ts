import { MAP_STEPS, type PlaceMap } from '../../../contract/console/places.ts';
import {
  boundsOf,
  isWithin,
  mainBounds,
  type Bounds,
  type Points,
} from '../../../domain/places.ts';

/** Where places are. */
export interface PlaceExtent {
  all: Bounds;
  /** Of most places. */
  most: Bounds;
  /** Entities that have no place within `most`. */
  outside: number;
}

/** The bytes of a column of the map's answer. */
export function bytesOf(base64: string): DataView {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return new DataView(bytes.buffer);
}

/** The places in a column of the map's answer. */
export function decodePoints(base64: string): Points {
  const steps = bytesOf(base64);
  const count = Math.floor(steps.byteLength / 8);
  const [latitudes, longitudes] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) {
    latitudes[at] = steps.getInt32(at * 8, true) / MAP_STEPS;
    longitudes[at] = steps.getInt32(at * 8 + 4, true) / MAP_STEPS;
  }
  return { latitudes, longitudes };
}

/** Entities without a place within the bounds. */
function entitiesOutside(points: Points, starts: DataView, bounds: Bounds): number {
  let outside = 0;
  let counted = false;
  for (let at = 0; at < points.latitudes.length; at += 1) {
    if (starts.getUint8(at) === 1) {
      outside += 1;
      counted = false;
    }
    if (counted || !isWithin(bounds, points, at)) continue;
    counted = true;
    outside -= 1;
  }
  return outside;
}

/**
 * Where places are: all of them, and most of them.
 * @param map columns of the map's answer
 * @returns null if there are none
 */
export function placeExtent({
  points,
  startOf,
}: Pick<PlaceMap, 'points' | 'startOf'>): PlaceExtent | null {
  const decoded = decodePoints(points);
  const [all, most] = [boundsOf(decoded), mainBounds(decoded)];
  if (all === null || most === null) return null;
  return { all, most, outside: entitiesOutside(decoded, bytesOf(startOf), most) };
}
