/** Places in degrees, in columns: there may be 100,000 of them. */
export interface Points {
  latitudes: Float64Array;
  longitudes: Float64Array;
}

/** South, west, north and east; across the date line the east is beyond 180. */
export type Bounds = readonly [number, number, number, number];

/** The latitude, north and south, at which a map in Web Mercator ends. */
export const MAP_EDGE = 85.0511;

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
 * @returns null without points
 */
export function boundsOf({ latitudes, longitudes }: Points): Bounds | null {
  const wests = new Float64Array(360).fill(Infinity);
  const easts = new Float64Array(360).fill(-Infinity);
  let [south, north] = [Infinity, -Infinity];
  for (let at = 0; at < latitudes.length; at += 1) {
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
