import { MAP_STEPS } from '../../../contract/console/places.ts';

/** South, west, north and east. */
export type Bounds = readonly [number, number, number, number];

/** Where places are. */
export interface PlaceExtent {
  all: Bounds;
  /** Without the few that lie far from all others. */
  most: Bounds;
  /** Places that are not within `most`. */
  outside: number;
}

/** The share of places that may lie far from all others; one always may. */
const FAR_SHARE = 0.02;
/** Fewer places than this have no outliers. */
const FEWEST = 5;
/** What lies this far beyond the others is far: a share of their span, at least so many degrees. */
const BEYOND = 0.5;
const BEYOND_MIN = 1;

/** The bytes of a column of the map's answer. */
export function bytesOf(base64: string): DataView {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return new DataView(bytes.buffer);
}

interface Points {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

function pointsOf(base64: string): Points {
  const steps = bytesOf(base64);
  const count = Math.floor(steps.byteLength / 8);
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    latitudes[at] = steps.getInt32(at * 8, true) / MAP_STEPS;
    longitudes[at] = steps.getInt32(at * 8 + 4, true) / MAP_STEPS;
  }
  return { latitudes, longitudes };
}

function boundsOf({ latitudes, longitudes }: Points, isMeant: (at: number) => boolean): Bounds {
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const [at, latitude] of latitudes.entries()) {
    if (!isMeant(at)) continue;
    const longitude = longitudes[at] ?? 0;
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return [south, west, north, east];
}

const median = (values: Float64Array) => values.toSorted()[Math.floor(values.length / 2)] ?? 0;

/** How far each place is from the middle one; at 0, 0 is where a place without coordinates ends up. */
function distancesOf({ latitudes, longitudes }: Points): Float64Array {
  const [latitude, longitude] = [median(latitudes), median(longitudes)];
  const width = Math.cos((latitude * Math.PI) / 180);
  return latitudes.map((each, at) => {
    const other = longitudes[at] ?? 0;
    if (each === 0 && other === 0) return Infinity;
    return Math.hypot(each - latitude, (other - longitude) * width);
  });
}

/**
 * Where places are: all of them, and most of them. Up to 2 % of the places, at least one, and those
 * at 0, 0 do not count for most if they lie far from the others.
 * @param points the column of the map's answer
 * @returns null if there are none
 */
export function placeExtent(points: string): PlaceExtent | null {
  const decoded = pointsOf(points);
  const count = decoded.latitudes.length;
  if (count === 0) return null;
  const all = boundsOf(decoded, () => true);
  const distances = distancesOf(decoded);
  const nowhere = distances.filter((distance) => distance === Infinity).length;
  const far = nowhere + Math.max(1, Math.floor((count - nowhere) * FAR_SHARE));
  if (count < FEWEST || far >= count) return { all, most: all, outside: 0 };
  const limit = distances.toSorted()[count - far - 1] ?? 0;
  const core = boundsOf(decoded, (at) => (distances[at] ?? 0) <= limit);
  const [south, west, north, east] = core;
  const [high, wide] = [north - south, east - west].map((span) =>
    Math.max(BEYOND_MIN, span * BEYOND),
  );
  const isNear = (at: number): boolean => {
    const [latitude, longitude] = [decoded.latitudes[at] ?? 0, decoded.longitudes[at] ?? 0];
    return (
      latitude >= south - (high ?? 0) &&
      latitude <= north + (high ?? 0) &&
      longitude >= west - (wide ?? 0) &&
      longitude <= east + (wide ?? 0)
    );
  };
  let outside = 0;
  for (let at = 0; at < count; at += 1) if (!isNear(at)) outside += 1;
  return { all, most: boundsOf(decoded, isNear), outside };
}
