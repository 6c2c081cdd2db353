import { MAP_STEPS, type PlaceMap } from '../../../contract/console/places.ts';

/** South, west, north and east. */
export type Bounds = readonly [number, number, number, number];

/** Where places are. */
export interface PlaceExtent {
  all: Bounds;
  /** Without regions that lie far from that of most places. */
  most: Bounds;
  /** Entities that have no place within `most`. */
  outside: number;
}

/** The share of places that is always shown. */
const SHOWN_SHARE = 0.75;
/** Fewer places than this are shown whole. */
const FEWEST = 5;
/** What lies this far beyond the others is far: a share of their span, at least so many degrees. */
const BEYOND = 0.5;
const BEYOND_MIN = 1;
/** Places are left out only if the others are then seen so many times larger. */
const CLOSER = 2;
/** How often a region may grow by what lies beside it. */
const GROWTHS = 16;

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

/** The larger side in degrees of latitude. */
function spanOf([south, west, north, east]: Bounds): number {
  const width = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return Math.max(north - south, (east - west) * width);
}

/** Takes in what lies beside a region, and then what lies beside that. */
function grown(points: Points, core: Bounds): Bounds {
  let region = core;
  for (let times = 0; times < GROWTHS; times += 1) {
    const [south, west, north, east] = region;
    const high = Math.max(BEYOND_MIN, (north - south) * BEYOND);
    const wide = Math.max(BEYOND_MIN, (east - west) * BEYOND);
    const near: Bounds = [south - high, west - wide, north + high, east + wide];
    const next = boundsOf(points, (at) => isWithin(points, at, near));
    if (next.every((side, at) => side === region[at])) break;
    region = next;
  }
  return region;
}

function isWithin({ latitudes, longitudes }: Points, at: number, bounds: Bounds): boolean {
  const [south, west, north, east] = bounds;
  const [latitude, longitude] = [latitudes[at] ?? 0, longitudes[at] ?? 0];
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Entities without a place within the bounds. */
function entitiesOutside(points: Points, starts: DataView, bounds: Bounds): number {
  let [entities, inside] = [0, 0];
  let counted = false;
  for (let at = 0; at < points.latitudes.length; at += 1) {
    if (starts.getUint8(at) === 1) {
      entities += 1;
      counted = false;
    }
    if (counted || !isWithin(points, at, bounds)) continue;
    counted = true;
    inside += 1;
  }
  return entities - inside;
}

/**
 * Where places are: all of them, and the region of most. That region has at least three quarters of
 * the places, those at 0, 0 not counted, and all that lies beside it; it is less than all places
 * only where leaving out the others shows it at twice the size.
 * @param map columns of the map's answer
 * @returns null if there are none
 */
export function placeExtent({
  points,
  startOf,
}: Pick<PlaceMap, 'points' | 'startOf'>): PlaceExtent | null {
  const decoded = pointsOf(points);
  const count = decoded.latitudes.length;
  if (count === 0) return null;
  const all = boundsOf(decoded, () => true);
  const whole = { all, most: all, outside: 0 };
  const distances = distancesOf(decoded);
  const somewhere = distances.filter((distance) => distance !== Infinity).length;
  if (count < FEWEST || somewhere === 0) return whole;
  const limit = distances.toSorted()[Math.ceil(somewhere * SHOWN_SHARE) - 1] ?? 0;
  const core = boundsOf(decoded, (at) => (distances[at] ?? 0) <= limit);
  const most = grown(decoded, core);
  if (spanOf(all) < CLOSER * Math.max(BEYOND_MIN, spanOf(most))) return whole;
  return { all, most, outside: entitiesOutside(decoded, bytesOf(startOf), most) };
}
