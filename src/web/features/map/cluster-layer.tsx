import { DivIcon, LayerGroup, Marker, type Map as LeafletMap } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { formatNumber } from '../../../domain/format.ts';
import { onPressKey } from './base-map.tsx';
import type { Cluster } from './cluster-index.ts';
import { formatEntities, type Group } from './groups.ts';

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

function drawnMarker(
  cluster: Cluster,
  groups: readonly Group[],
  small: boolean,
  onPress: () => void,
): Marker {
  const name = nameOf(cluster, groups);
  const marker = new Marker([cluster.latitude, cluster.longitude], {
    icon: iconOf(cluster, groups, small),
    keyboard: true,
  });
  marker.on('add', () => {
    const element = marker.getElement();
    element?.setAttribute('aria-label', name);
    element?.style.setProperty('background', ringOf(cluster, groups));
  });
  // A text node: Leaflet takes a string for HTML.
  const hint = document.createElement('span');
  hint.textContent = name;
  marker.bindTooltip(hint);
  marker.on('click', onPress);
  marker.on('keydown', onPressKey(onPress));
  return marker;
}

function press(map: LeafletMap, cluster: Cluster, onList: ClusterLayerProps['onList']): void {
  if (cluster.splitsAt === null || cluster.extent !== null) onList(cluster, map.getZoom());
  else map.setView([cluster.latitude, cluster.longitude], cluster.splitsAt, { animate: false });
}

/** Clusters and places as round marks; unchanged marks are not redrawn, so they keep the focus. */
export function ClusterLayer({ clusters, groups, small, onList }: ClusterLayerProps) {
  const map = useMap();
  const layer = useRef<{ group: LayerGroup; markers: Map<string, Marker> } | null>(null);

  useEffect(() => {
    const made = { group: new LayerGroup().addTo(map), markers: new Map<string, Marker>() };
    layer.current = made;
    return () => {
      made.group.remove();
      layer.current = null;
    };
  }, [map]);

  useEffect(() => {
    const shown = layer.current;
    if (shown === null) return;
    const wanted = new Map<string, Cluster>(
      clusters.map((cluster): [string, Cluster] => {
        const look = cluster.groups.map(([group, count]) => {
          const { color, mark } = groups[group] ?? { color: '', mark: '' };
          return `${color} ${mark} ${count}`;
        });
        return [
          `${cluster.latitude} ${cluster.longitude} ${cluster.count} ${look.join()}`,
          cluster,
        ];
      }),
    );
    for (const [key, marker] of shown.markers) {
      if (wanted.has(key)) continue;
      shown.group.removeLayer(marker);
      shown.markers.delete(key);
    }
    for (const [key, cluster] of wanted) {
      if (shown.markers.has(key)) continue;
      const marker = drawnMarker(cluster, groups, small, () => press(map, cluster, onList));
      shown.group.addLayer(marker);
      shown.markers.set(key, marker);
    }
  }, [map, clusters, groups, small, onList]);

  return null;
}
