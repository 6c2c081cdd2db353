/** A place that can be shown on a map: its coordinates are valid. */
export interface MapPlace {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  /** `place`: a Location; `session`: where a charge session was. */
  kind: 'place' | 'session';
}

/** Whether a map can show these coordinates. The interface does not bound them. */
export function validCoordinates(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
