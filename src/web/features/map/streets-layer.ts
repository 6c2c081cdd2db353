import * as leaflet from 'leaflet';
import { leafletLayer } from 'protomaps-leaflet';

/** A file of vector tiles and how it is drawn. */
export interface StreetsLook {
  url: string;
  /** HTML. */
  attribution: string;
  scheme: 'light' | 'dark';
}

/** Streets of a .pmtiles file, which is read in parts; loaded only if one is configured. */
export function streetsLayer({ url, attribution, scheme }: StreetsLook): leaflet.Layer | null {
  // The library expects Leaflet's global, which its module does not set.
  Object.assign(globalThis, { L: leaflet });
  const layer: unknown = leafletLayer({ url, attribution, flavor: scheme, lang: 'en' });
  return layer instanceof leaflet.Layer ? layer : null;
}
