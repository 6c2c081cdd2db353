/** What the page asks of the worker that groups places. */
export type ClusterRequest =
  | {
      kind: 'load';
      id: number;
      /** Columns of the map's answer, see PlaceMap. */
      points: string;
      numbers: string;
      /** Bytes of each number. */
      bytes: 1 | 2;
      /** The group that each number belongs to. */
      groupOf: readonly number[];
      /** The closest zoom of the map. */
      maxZoom: number;
    }
  | {
      kind: 'view';
      id: number;
      west: number;
      south: number;
      east: number;
      north: number;
      zoom: number;
      maxZoom: number;
    };

/** Places that are shown as one. */
export interface Cluster {
  latitude: number;
  longitude: number;
  count: number;
  /** How many belong to each group; groups without any are left out. */
  groups: readonly (readonly [group: number, count: number])[];
  /** From which zoom on it is shown as several; null: it is a single place. */
  splitsAt: number | null;
  /** South, west, north and east of its places, where no zoom of the map tells them apart; else null. */
  extent: readonly [number, number, number, number] | null;
}

/** The worker's answers; each carries the id of its request. */
export type ClusterAnswer =
  | {
      kind: 'loaded';
      id: number;
      /** South, west, north and east of all places; null where there are none. */
      bounds: readonly [number, number, number, number] | null;
    }
  | { kind: 'clusters'; id: number; clusters: readonly Cluster[] };
