import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Location } from '../../../contract/location.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatCount } from '../../../domain/format.ts';
import { validCoordinates } from '../../../domain/places.ts';
import type { MapPlace } from '../map/place-map.tsx';

/** The label of a place, which may be null or blank. */
export function labelOf(location: Pick<Location, 'label'>): string {
  return foreignName(location.label) ?? 'No label';
}

/** Coordinates for copying and display. */
export function coordinatesOf({ latitude, longitude }: Location): string {
  return `${latitude}, ${longitude}`;
}

/** Whether a map can show a place. */
export function isOnMap({ latitude, longitude }: Location): boolean {
  return validCoordinates(latitude, longitude);
}

/** The places that a map can show; the others are flagged in the list. */
export function onMap(locations: readonly Location[]): MapPlace[] {
  return locations.filter(isOnMap).map((location) => ({
    id: location.id,
    label: labelOf(location),
    latitude: location.latitude,
    longitude: location.longitude,
    kind: 'place',
  }));
}

/** How many of the sessions were matched to a place. */
export function matchedCount(sessions: readonly ChargeSession[], locationId: string): number {
  return sessions.filter((session) =>
    (session.data?.locationMatches ?? []).some(({ location }) => location?.id === locationId),
  ).length;
}

/** A place of sessions, by its coordinates. */
export interface SessionPlace {
  id: string;
  address: string | null;
  latitude: number;
  longitude: number;
  sessions: number;
}

/** Sessions this close together share a place: about a hundred metres. */
const DECIMALS = 3;

/** Places of sessions, most sessions first; sessions without coordinates have none. */
export function sessionPlaces(sessions: readonly ChargeSession[]): SessionPlace[] {
  const places = new Map<string, SessionPlace>();
  for (const session of sessions) {
    const at = session.data?.location ?? null;
    if (at === null || at.latitude === null || at.longitude === null) continue;
    const id = `${at.latitude.toFixed(DECIMALS)} ${at.longitude.toFixed(DECIMALS)}`;
    const known = places.get(id);
    if (known === undefined) {
      const { address, latitude, longitude } = at;
      places.set(id, { id, address, latitude, longitude, sessions: 1 });
    } else known.sessions += 1;
  }
  return [...places.values()].toSorted((a, b) => b.sessions - a.sessions);
}

/** The places that a map can show. */
export function sessionPins(places: readonly SessionPlace[]): MapPlace[] {
  return places
    .filter(({ latitude, longitude }) => validCoordinates(latitude, longitude))
    .map(({ id, address, latitude, longitude, sessions }) => ({
      id,
      label: `${formatCount(sessions, 'session', 'sessions')}${address === null ? '' : `, ${address}`}`,
      latitude,
      longitude,
      kind: 'session',
    }));
}
