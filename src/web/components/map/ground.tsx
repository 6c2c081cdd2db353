import { useColorScheme } from '@mui/material/styles';
import { LayerGroup, TileLayer } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { BasemapLayer } from './basemap-layer.ts';
import type { CellSource } from './cell-place.ts';
import { TownLayer } from './town-layer.ts';

/** Image tiles that replace the built-in basemap. */
export interface Tiles {
  /** With {z}, {x} and {y}. */
  url: string;
  attribution: string;
}

/** The basemap of a map. */
export interface GroundProps {
  cells: CellSource;
  /** Absent or null: the built-in basemap. */
  tiles?: Tiles | null | undefined;
}

/** Closest zoom of the built-in basemap, which has no more detail. */
const BUILT_IN_ZOOM = 14;
const TILES_ZOOM = 18;

/** Closest zoom of a map. */
export function maxZoomOf(tiles: Tiles | null | undefined): number {
  return tiles === null || tiles === undefined ? BUILT_IN_ZOOM : TILES_ZOOM;
}

/** Leaflet renders an attribution as HTML. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The basemap in the colours of the page. */
export function Ground({ cells, tiles }: GroundProps) {
  const map = useMap();
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
  const url = tiles?.url ?? null;
  const attribution = tiles?.attribution ?? '';
  useEffect(() => {
    const layer =
      url === null
        ? new LayerGroup([new BasemapLayer(cells, scheme), new TownLayer(cells, scheme)])
        : new TileLayer(url, { attribution: plain(attribution), maxZoom: TILES_ZOOM });
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, cells, scheme, url, attribution]);
  return null;
}

/** Gives the element that takes the arrow keys a name, and follows the size of the page around it. */
export function ContainerName({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', `${label}: arrow keys move it, plus and minus zoom`);
    map.attributionControl.setPrefix(false);
  }, [map, label]);
  useEffect(() => {
    const sizes = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    sizes.observe(map.getContainer());
    return () => sizes.disconnect();
  }, [map]);
  return null;
}
