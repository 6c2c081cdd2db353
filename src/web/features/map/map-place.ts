/** A place that can be shown on a map: its coordinates are valid. */
export interface MapPlace {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  /** `place`: a Location; `session`: the place of a charge session. */
  kind: 'place' | 'session';
}
