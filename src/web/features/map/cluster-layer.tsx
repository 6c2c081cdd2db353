import { DivIcon, Marker as LeafletMarker } from 'leaflet';
import { useEffect, useRef, useCallback, useState } from 'react';
import { Marker, Tooltip, useMap } from 'react-leaflet';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { formatNumber } from '../../../domain/format.ts';
import { trusted } from '../../../lib/trusted.ts';
import { onPressKey } from './base-map.tsx';
import type { Cluster, ClusterAnswer, ClusterRequest, SeenPart } from './cluster-index.ts';
import { formatEntities, type Group, type Grouping } from './groups.ts';

interface ClusterLayerProps {
  clusters: readonly Cluster[];
  groups: readonly Group[];
  /** Whether the map is a small one. */
  small: boolean;
  /** Called with the zoom for a single place, or several that no zoom separates. */
  onList: (cluster: Cluster, zoom: number) => void;
}

/** A single Entity is large enough for a finger; clusters grow with their count, in px. */
function sizeOf(count: number, small: boolean): number {
  if (count === 1) return small ? 24 : 26;
  return small
    ? Math.min(34, 24 + 4 * Math.log10(count))
    : Math.min(52, 30 + 8 * Math.log10(count));
}

/** The colours of a cluster's ring, by share. */
function ringOf({ entities, groups }: Cluster, all: readonly Group[]): string {
  let from = 0;
  const stops = groups.map(([group, part]) => {
    const color = all[group]?.color ?? 'currentColor';
    const to = from + (part / entities) * 360;
    const stop = `${color} ${from.toFixed(1)}deg ${to.toFixed(1)}deg`;
    from = to;
    return stop;
  });
  return `conic-gradient(${stops.join(', ')})`;
}

function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

/** Accessible name of a cluster: its counts and its groups, largest first. */
function nameOf(cluster: Cluster, all: readonly Group[]): string {
  const parts = cluster.groups
    .toSorted((a, b) => b[1] - a[1])
    .map(([group, count]) => [all[group]?.label ?? '?', formatNumber(count)] as const);
  const counted = formatEntities(cluster.entities, cluster.count);
  if (cluster.entities === 1) {
    // The letters that are seen are part of the name.
    const mark = markOf(cluster, all);
    const seen = /\p{L}/u.test(mark) ? ` (${mark})` : '';
    return `${counted}: ${parts[0]?.[0] ?? '?'}${seen}`;
  }
  return `${counted}: ${parts.map(([label, count]) => `${count} ${label}`).join(', ')}`;
}

/** What the mark of a single Entity shows. */
function markOf({ groups: [first] }: Cluster, all: readonly Group[]): string {
  return all[first?.[0] ?? 0]?.mark ?? '';
}

function iconOf(cluster: Cluster, groups: readonly Group[], small: boolean): DivIcon {
  const inner = document.createElement('span');
  inner.textContent =
    cluster.entities === 1 ? markOf(cluster, groups) : shortCount(cluster.entities);
  const size = sizeOf(cluster.entities, small);
  return new DivIcon({
    html: inner,
    className: cluster.entities === 1 ? 'gh-group one' : 'gh-group',
    iconSize: [size, size],
  });
}

interface ClusterMarkProps extends Pick<ClusterLayerProps, 'groups' | 'small' | 'onList'> {
  cluster: Cluster;
}

/** A round mark; another look is another mark, so that one that stays keeps the focus. */
function ClusterMark({ cluster, groups, small, onList }: ClusterMarkProps) {
  const map = useMap();
  const [icon] = useState(() => iconOf(cluster, groups, small));
  const { latitude, longitude, splitsAt, extent } = cluster;
  const name = nameOf(cluster, groups);
  const press = () => {
    if (splitsAt === null || extent !== null) onList(cluster, map.getZoom());
    else map.setView([latitude, longitude], splitsAt, { animate: false });
  };
  return (
    <Marker
      position={[latitude, longitude]}
      icon={icon}
      eventHandlers={{
        add: ({ target }) => {
          const element = target instanceof LeafletMarker ? target.getElement() : undefined;
          element?.setAttribute('aria-label', name);
          element?.style.setProperty('background', ringOf(cluster, groups));
        },
        click: press,
        keydown: onPressKey(press),
      }}
    >
      <Tooltip>{name}</Tooltip>
    </Marker>
  );
}

/** Clusters and places as round marks. */
export function ClusterLayer({ clusters, ...marks }: ClusterLayerProps) {
  return clusters.map((cluster) => {
    const { latitude, longitude, count } = cluster;
    const look = cluster.groups.map(([group, part]) => {
      const { color, mark } = marks.groups[group] ?? { color: '', mark: '' };
      return `${color} ${mark} ${part}`;
    });
    const key = `${latitude} ${longitude} ${count} ${look.join()}`;
    return <ClusterMark key={key} cluster={cluster} {...marks} />;
  });
}

/** Clusters of the visible part, computed by a worker. */
interface Clusters {
  clusters: readonly Cluster[];
  /** The groups that these clusters were made with. */
  groups: readonly Group[];
  /** Whether clustering failed; the list still works. */
  failed: boolean;
  onView: (part: SeenPart) => void;
}

const NOTHING = { clusters: [], groups: [] };

/** Clusters places in a worker, so that the page stays responsive. The old clusters stay until then. */
export function useClusters(
  map: PlaceMap,
  { groupOf, groups }: Grouping,
  by: string,
  maxZoom: number,
): Clusters {
  const worker = useRef<Worker | null>(null);
  const part = useRef<SeenPart | null>(null);
  /** The last view that was asked for, and the groups of what was loaded before it. */
  const asked = useRef<{ id: number; groups: readonly Group[] }>({ id: 0, groups: [] });
  const [drawn, setDrawn] = useState<Pick<Clusters, 'clusters' | 'groups'>>(NOTHING);
  const [failed, setFailed] = useState(false);

  const ask = useCallback(
    (request: ClusterRequest) => worker.current?.postMessage(request, []),
    [],
  );
  const askView = useCallback(() => {
    if (part.current === null) return;
    asked.current.id += 1;
    ask({ id: asked.current.id, view: part.current });
  }, [ask]);

  useEffect(() => {
    const made = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', (event: MessageEvent<unknown>) => {
      // Only cluster-worker.ts of the same build sends messages here.
      const { id, clusters } = trusted<ClusterAnswer>(event.data);
      if (id === asked.current.id) setDrawn({ clusters, groups: asked.current.groups });
    });
    made.addEventListener('error', () => setFailed(true));
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, []);

  // A map that is read again and has not changed is not clustered again.
  const { points, startOf: starts } = map;
  const numbers = by === 'type' ? map.typeOf : map.outcomeOf;
  useEffect(() => {
    asked.current.groups = groups;
    ask({ load: { points, numbers, bytes: by === 'type' ? 2 : 1, starts, groupOf, maxZoom } });
    // In turn: answered from the new places.
    askView();
  }, [points, numbers, starts, groupOf, groups, by, maxZoom, ask, askView]);

  const onView = useCallback(
    (next: SeenPart) => {
      part.current = next;
      askView();
    },
    [askView],
  );
  return { ...drawn, failed, onView };
}
