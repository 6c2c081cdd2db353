import { LayerGroup, TileLayer, type Layer, type Map as LeafletMap } from 'leaflet';
import { useColorScheme } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { useMapTiles } from '../../api/session.ts';
import { BasemapLayer, TownLayer } from './basemap-layer.ts';
import type { StreetsLook } from './streets-layer.ts';

/** Closest zoom of the built-in basemap, which has no finer detail. */
const BUILT_IN_ZOOM = 14;
const TILES_ZOOM = 18;
/** From this zoom on a town fills the map, of which the built-in basemap shows no street. */
const TOWN_ZOOM = 12;

/** Closest zoom of a map. */
export const useMaxZoom = () => (useMapTiles() === null ? BUILT_IN_ZOOM : TILES_ZOOM);

/** Leaflet renders an attribution as HTML. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Loads the code that draws streets and adds them. @returns removes them, even while that loads */
function addStreets(map: LeafletMap, look: StreetsLook): () => void {
  let layer: Layer | null = null;
  let removed = false;
  const load = async (): Promise<void> => {
    const { streetsLayer } = await import('./streets-layer.ts');
    if (removed) return;
    layer = streetsLayer(look);
    layer?.addTo(map);
  };
  // The marks stay usable on an empty ground.
  load().catch(() => undefined);
  return () => {
    removed = true;
    layer?.remove();
  };
}

/** The built-in basemap; names of towns follow once it is drawn, so that none floats on nothing. */
function builtIn(scheme: 'light' | 'dark'): Layer {
  const ground = new BasemapLayer(scheme);
  const layers = new LayerGroup([ground]);
  ground.once('load', () => layers.addLayer(new TownLayer(scheme)));
  return layers;
}

/** The basemap in the colours of the page: the built-in one, image tiles, or a file of vector tiles. */
export function Ground() {
  const map = useMap();
  const tiles = useMapTiles();
  const { colorScheme: scheme = 'light' } = useColorScheme();
  const url = tiles?.url ?? null;
  const attribution = tiles?.attribution ?? '';
  const streets = tiles?.streets === true;
  // Between two zooms tiles are scaled, but the names on them are not.
  const setScale = () => {
    const zoom = map.getZoom();
    const scale = map.getZoomScale(zoom, Math.round(zoom));
    map.getContainer().style.setProperty('--gh-scale', String(scale));
  };
  useMapEvents({ zoomend: setScale, viewreset: setScale });
  useEffect(setScale);
  useEffect(() => {
    if (url !== null && streets) {
      return addStreets(map, { url, attribution: plain(attribution), scheme });
    }
    const layer =
      url === null
        ? builtIn(scheme)
        : new TileLayer(url, { attribution: plain(attribution), maxZoom: TILES_ZOOM });
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, scheme, url, attribution, streets]);
  return null;
}

/** Says why there is no street on a map of a town, and how there can be. */
export function StreetsNote() {
  const map = useMap();
  const tiles = useMapTiles();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  if (tiles !== null || zoom < TOWN_ZOOM) return null;
  return <div className="gh-streets-note">An administrator can add streets: BASEMAP_URL</div>;
}

/** Names the element that takes the arrow keys, and follows the size of the page around it. */
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
