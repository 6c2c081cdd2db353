import Supercluster from 'supercluster';
import { boundsOf, nearestTurn, pointsOf, type Bounds } from '../../../domain/places.ts';
import { bytesOf, decodePoints } from './place-columns.ts';

/** The places to cluster: columns of the map's answer, see PlaceMap. */
interface Load {
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

/** The visible part of the map. */
export interface SeenPart {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
  maxZoom: number;
  /** Few marks are split if their parts are so far from each other, in px. */
  apart: number;
}

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

/** Requests of the page to the worker that clusters places, which answers each view. */
export type ClusterRequest = { load: Load } | { id: number; view: SeenPart };

/** The worker's answer, with the id of its request. */
export interface ClusterAnswer {
  id: number;
  clusters: readonly Cluster[];
}

/** Radius in px within which places form a cluster. */
const RADIUS = 64;
/** With fewer marks than this in view, large ones are split while there is room for their parts. */
const LEAST_MARKS = 6;
/** Size of Leaflet's tiles, to which the radius refers. */
const EXTENT = 256;

interface Point {
  group: number;
  /** Number of the Entity among those of the map. */
  entity: number;
}
/** Counts by group number. */
type Counts = Record<string, number>;

type Mark = ReturnType<Supercluster<Point, Counts>['getClusters']>[number];

const countOf = ({ properties }: Mark) =>
  'point_count' in properties ? (properties['point_count'] ?? 1) : 1;

/** How far marks are from each other on a map in Web Mercator, in px. */
function distance(a: Mark, b: Mark, zoom: number): number {
  const place = ({ geometry }: Mark) => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const radians = (latitude * Math.PI) / 180;
    return { x: longitude / 360, y: Math.asinh(Math.tan(radians)) / (2 * Math.PI) };
  };
  const [from, to] = [place(a), place(b)];
  return Math.hypot(from.x - to.x, from.y - to.y) * EXTENT * 2 ** zoom;
}

/** Clusters of places for any part and zoom of a map. */
export class ClusterIndex {
  #index: Supercluster<Point, Counts> | null = null;
  /** Whether an Entity has several places. */
  #several = false;
  /** The index cuts the globe opposite this meridian, where the widest gap between places is. */
  #middle = 0;

  /** Indexes the places; 100,000 of them take most of a second. */
  load({ points, numbers, bytes, starts, groupOf, maxZoom }: Load): void {
    const places = decodePoints(points);
    const [, west = 0, , east = 0] = boundsOf(places) ?? [];
    this.#middle = (west + east) / 2;
    const values = bytesOf(numbers);
    const first = bytesOf(starts);
    let entity = -1;
    const features = Array.from(places.longitudes, (longitude, at) => {
      entity += first.getUint8(at);
      const value = bytes === 1 ? values.getUint8(at) : values.getUint16(at * 2, true);
      return {
        type: 'Feature' as const,
        properties: { group: groupOf[value] ?? 0, entity },
        geometry: {
          type: 'Point' as const,
          coordinates: [nearestTurn(longitude - this.#middle, 0), places.latitudes[at] ?? 0],
        },
      };
    });
    this.#several = entity + 1 < places.latitudes.length;
    this.#index = new Supercluster<Point, Counts>({
      radius: RADIUS,
      extent: EXTENT,
      // Each zoom costs as much as all places: none beyond those of the map.
      maxZoom,
      map: ({ group }) => ({ [group]: 1 }),
      reduce: (into, from) => {
        for (const group of Object.keys(from))
          into[group] = (into[group] ?? 0) + (from[group] ?? 0);
      },
    }).load(features);
  }

  #extentOf(clusterId: number): Cluster['extent'] {
    const leaves = this.#index?.getLeaves(clusterId, Infinity) ?? [];
    const places = leaves.map(({ geometry: { coordinates } }) => {
      const [longitude = 0, latitude = 0] = coordinates;
      return { latitude, longitude: longitude + this.#middle };
    });
    return boundsOf(pointsOf(places));
  }

  /** Entities by group of a cluster whose places may share an Entity, which has one group. */
  #entitiesOf(clusterId: number): Map<number, number> {
    const groups = new Map<number, number>();
    const seen = new Set<number>();
    for (const { properties } of this.#index?.getLeaves(clusterId, Infinity) ?? []) {
      if (seen.has(properties.entity)) continue;
      seen.add(properties.entity);
      groups.set(properties.group, (groups.get(properties.group) ?? 0) + 1);
    }
    return groups;
  }

  /** Splits the largest of few marks while no part comes too near to another mark. */
  #split(found: readonly Mark[], { zoom, apart }: SeenPart): readonly Mark[] {
    let marks = found;
    const whole = new Set<Mark>();
    while (marks.length < LEAST_MARKS) {
      const [largest] = marks
        .filter((mark) => countOf(mark) > 1 && !whole.has(mark))
        .toSorted((a, b) => countOf(b) - countOf(a));
      if (largest === undefined || !('cluster_id' in largest.properties)) break;
      const parts = this.#index?.getChildren(largest.properties['cluster_id'] ?? 0) ?? [];
      const next = [...marks.filter((mark) => mark !== largest), ...parts];
      const fits = parts.every((part) =>
        next.every((mark) => mark === part || distance(mark, part, zoom) >= apart),
      );
      if (fits) marks = next;
      else whole.add(largest);
    }
    return marks;
  }

  /** The clusters in a view. */
  view(view: SeenPart): Cluster[] {
    const { west, south, east, north, zoom, maxZoom } = view;
    const index = this.#index;
    if (index === null) return [];
    const found = this.#split(
      index.getClusters(
        [west - this.#middle, south, east - this.#middle, north],
        Math.min(Math.round(zoom), maxZoom),
      ),
      view,
    );
    return found.map((feature): Cluster => {
      const [turned = 0, latitude = 0] = feature.geometry.coordinates;
      // Of the globes that a map repeats side by side, the one in the middle of the view.
      const longitude = nearestTurn(turned + this.#middle, (west + east) / 2);
      const properties = feature.properties;
      if (!('cluster_id' in properties)) {
        const group = properties['group'] ?? 0;
        return {
          latitude,
          longitude,
          count: 1,
          entities: 1,
          groups: [[group, 1]],
          splitsAt: null,
          extent: [latitude, longitude, latitude, longitude],
        };
      }
      const clusterId = properties['cluster_id'] ?? 0;
      const groups = this.#several
        ? [...this.#entitiesOf(clusterId)]
        : Object.entries(properties).flatMap(([name, value]): [number, number][] =>
            /^\d+$/.test(name) ? [[Number(name), value]] : [],
          );
      const splitsAt = index.getClusterExpansionZoom(clusterId);
      return {
        latitude,
        longitude,
        count: properties['point_count'] ?? 0,
        entities: groups.reduce((sum, [, value]) => sum + value, 0),
        groups,
        splitsAt,
        extent: splitsAt > maxZoom ? this.#extentOf(clusterId) : null,
      };
    });
  }
}
