/** Places in degrees, in columns: there may be 100,000 of them. */
export interface Points {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

/** South, west, north and east; across the date line the east is beyond 180. */
export type Bounds = readonly [number, number, number, number];

/** The latitude, north and south, at which a map in Web Mercator ends. */
export const MAP_EDGE = 85.0511;

/** The share of places that is always shown. */
const SHOWN_SHARE = 0.75;
/** A place this many times farther out than the last one shown is elsewhere, */
const FAR = 2;
/** but not within so many degrees of the middle. */
const NEAR_DEGREES = 1;

/** Whether these are coordinates, in degrees. The interface sets no bounds. */
export function validCoordinates(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** The same meridian by the shorter way from another: -179.9 next to 179.9 is 180.1. */
export function nearestTurn(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360);
}

/** Places as columns. */
export function pointsOf(places: readonly { latitude: number; longitude: number }[]): Points {
  return {
    latitudes: Float64Array.from(places, ({ latitude }) => latitude),
    longitudes: Float64Array.from(places, ({ longitude }) => longitude),
  };
}

/**
 * The smallest bounds of points, by the shorter way round the globe: it is cut in the widest gap
 * between two of them, found between degrees, without sorting.
 * @param isMeant whether the point at an index counts
 * @returns null without points
 */
export function boundsOf(
  { latitudes, longitudes }: Points,
  isMeant: (at: number) => boolean = () => true,
): Bounds | null {
  const wests = new Float64Array(360).fill(Infinity);
  const easts = new Float64Array(360).fill(-Infinity);
  let [south, north] = [Infinity, -Infinity];
  for (let at = 0; at < latitudes.length; at += 1) {
    if (!isMeant(at)) continue;
    const longitude = nearestTurn(longitudes[at] ?? 0, 0);
    const degree = Math.min(359, Math.floor(longitude + 180));
    wests[degree] = Math.min(longitude, wests[degree] ?? 0);
    easts[degree] = Math.max(longitude, easts[degree] ?? 0);
    south = Math.min(south, latitudes[at] ?? 0);
    north = Math.max(north, latitudes[at] ?? 0);
  }
  const starts = wests.filter((each) => each !== Infinity);
  const ends = easts.filter((each) => each !== -Infinity);
  let [west, east] = [starts[0], ends.at(-1)];
  if (west === undefined || east === undefined) return null;
  for (const [at, end] of ends.subarray(0, -1).entries()) {
    const start = starts[at + 1] ?? 0;
    if (start - end > west + 360 - east) [west, east] = [start, end + 360];
  }
  return [south, west, north, east];
}

/** Whether the point at an index lies within bounds, however often either went round the globe. */
export function isWithin([south, west, north, east]: Bounds, points: Points, at: number): boolean {
  const latitude = points.latitudes[at] ?? 0;
  const longitude = nearestTurn(points.longitudes[at] ?? 0, (west + east) / 2);
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

const median = (values: Float64Array) => values.toSorted()[Math.floor(values.length / 2)] ?? 0;

/** How far each point is from the middle one; 0, 0, where a place without coordinates ends up, is nowhere. */
function distancesOf({ latitudes, longitudes }: Points, [, west, , east]: Bounds): Float64Array {
  const latitude = median(latitudes);
  const longitude = median(longitudes.map((each) => nearestTurn(each, (west + east) / 2)));
  const width = Math.cos((latitude * Math.PI) / 180);
  return latitudes.map((each, at) => {
    const other = longitudes[at] ?? 0;
    if (each === 0 && other === 0) return Infinity;
    return Math.hypot(each - latitude, (nearestTurn(other, longitude) - longitude) * width);
  });
}

/**
 * The bounds of most points: at least three quarters of them, those at 0, 0 not counted, and on from
 * there to where the next one is twice as far out.
 * @returns null without points
 */
export function mainBounds(points: Points): Bounds | null {
  const all = boundsOf(points);
  if (all === null) return null;
  const distances = distancesOf(points, all);
  const sorted = distances.toSorted();
  const zeros = sorted.indexOf(Infinity);
  const count = zeros === -1 ? sorted.length : zeros;
  const shown = Math.ceil(count * SHOWN_SHARE);
  let limit = sorted[shown - 1] ?? Infinity;
  for (const next of sorted.subarray(shown, count)) {
    if (next <= Math.max(NEAR_DEGREES, FAR * limit)) limit = next;
  }
  return boundsOf(points, (at) => (distances[at] ?? 0) <= limit);
}
