import zoneOf from '@photostructure/tz-lookup';
import { validCoordinates } from '../places.ts';
import { isTimeZone } from '../instant.ts';

const known = new Map<string, boolean>();

function isKnown(zone: string): boolean {
  const found = known.get(zone) ?? isTimeZone(zone);
  known.set(zone, found);
  return found;
}

/**
 * The IANA zone of a place, from a table of shapes that is coarse at borders.
 * @param latitude degrees
 * @param longitude degrees
 * @returns null if they are not coordinates, or this machine does not know the zone
 */
export function zoneAt(latitude: number, longitude: number): string | null {
  if (!validCoordinates(latitude, longitude)) return null;
  const zone = zoneOf(latitude, longitude);
  return isKnown(zone) ? zone : null;
}
