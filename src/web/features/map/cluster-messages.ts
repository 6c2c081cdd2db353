import type { Bounds } from '../../../domain/places.ts';

/** Requests of the page to the worker that clusters places. */
export type ClusterRequest =
  | {
      kind: 'load';
      id: number;
      /** Columns of the map's response, see PlaceMap. */
      points: string;
      numbers: string;
      starts: string;
      /** Bytes of each number. */
      bytes: 1 | 2;
      /** The group of each number. */
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
      /** Few marks are split if their parts are so far from each other, in px. */
      apart: number;
    };

/** Places shown as one mark. */
export interface Cluster {
  latitude: number;
  longitude: number;
  /** Places. */
  count: number;
  /** Entities that the places belong to. */
  entities: number;
  /** Entities by group, without empty groups. */
  groups: readonly (readonly [group: number, count: number])[];
  /** Zoom from which it separates; null: it is a single place. */
  splitsAt: number | null;
  /** South, west, north and east of its places if no zoom of the map separates them; else null. */
  extent: Bounds | null;
}

/** The worker's answers; each carries the id of its request. */
export type ClusterAnswer =
  | { kind: 'loaded'; id: number }
  | { kind: 'clusters'; id: number; clusters: readonly Cluster[] };
