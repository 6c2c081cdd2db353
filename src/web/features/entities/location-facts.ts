import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Location } from '../../../contract/location.ts';
import { validCoordinates } from '../../../domain/places.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import type { MapPlace } from '../map/map-place.ts';

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
