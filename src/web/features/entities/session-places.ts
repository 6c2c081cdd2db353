import type { ChargeSession } from '../../../contract/charge-session.ts';
import { formatCount } from '../../../domain/format.ts';
import { validCoordinates } from '../../../domain/places.ts';
import type { MapPlace } from '../map/map-place.ts';

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
