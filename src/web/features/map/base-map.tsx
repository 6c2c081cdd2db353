import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import {
  LayerGroup,
  TileLayer,
  type FitBoundsOptions,
  type LatLngBoundsLiteral,
  type Layer,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { Component, useEffect, useState, type ReactNode } from 'react';
import {
  MapContainer,
  ScaleControl,
  useMap,
  useMapEvents,
  type MapContainerProps,
} from 'react-leaflet';
import type { Bounds } from '../../../domain/places.ts';
import { useMapTiles } from '../../api/session.ts';
import { BasemapLayer, TownLayer } from './basemap-layer.ts';
import './map.css';
import type { StreetsLook } from './streets-layer.ts';

/** Closest zoom of the built-in basemap, which has no finer detail. */
const BUILT_IN_ZOOM = 14;
const TILES_ZOOM = 18;
/** From this zoom on a town fills the map, of which the built-in basemap shows no street. */
const TOWN_ZOOM = 12;

/** Closest zoom of a map. */
export const useMaxZoom = () => (useMapTiles() === null ? BUILT_IN_ZOOM : TILES_ZOOM);

interface BaseMapProps extends Omit<MapContainerProps, 'maxZoom'> {
  /** Accessible name of the map. */
  label: string;
  /** Whether there is room for a note about streets. */
  noted: boolean;
}

/** The ground, scale and name of a map. */
export function BaseMap({ label, noted, children, ...map }: BaseMapProps) {
  return (
    <MapContainer className="gh-map" maxZoom={useMaxZoom()} minZoom={1} attributionControl {...map}>
      <Ground />
      {noted && <StreetsNote />}
      <ScaleControl imperial={false} />
      <ContainerName label={label} />
      {children}
    </MapContainer>
  );
}

/** A map that fails leaves the page and its list of places intact. */
export class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Typography variant="body2" color="textSecondary" role="alert">
        The map could not be shown. The list has everything on it.
      </Typography>
    );
  }
}

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
function Ground() {
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
function StreetsNote() {
  const map = useMap();
  const tiles = useMapTiles();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  if (tiles !== null || zoom < TOWN_ZOOM) return null;
  return <div className="gh-streets-note">An administrator can add streets: BASEMAP_URL</div>;
}

/** Names the element that takes the arrow keys, and follows the size of the page around it. */
function ContainerName({ label }: { label: string }) {
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

/** Zoom for one spot, shown with the towns around it, and the closest for several. */
const SPOT_ZOOM = 10;
const CLOSE_ZOOM = 13;

/** Bounds as Leaflet takes them. */
export function leafletBounds([south, west, north, east]: Bounds): LatLngBoundsLiteral {
  return [
    [south, west],
    [north, east],
  ];
}

/** How near a map goes to bounds. */
export function fitZoom([south, west, north, east]: Bounds): FitBoundsOptions {
  const isSpot = south === north && west === east;
  return { maxZoom: isSpot ? SPOT_ZOOM : CLOSE_ZOOM, animate: false };
}

/** Leaflet marks can be focused, but not pressed by key: this adds Enter and the space bar. */
export function onPressKey(press: () => void): (event: LeafletKeyboardEvent) => void {
  return ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    press();
  };
}
