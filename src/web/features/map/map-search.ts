import { z } from '../../../contract/zod.ts';
import type { PlaceFilter } from '../../../contract/console/places.ts';
import { MAP_EDGE, nearestTurn, type Bounds } from '../../../domain/places.ts';
import { typeLabel } from '../../../domain/format.ts';
import { Flag } from '../../components/list/address.ts';
import { declareList, openChoice, textSearch } from '../../components/list/declare-list.ts';
import type { PlaceSelection } from './map-queries.ts';

const DEGREES = String.raw`-?\d{1,3}(?:\.\d{1,6})?`;

/** A map of places in its address. */
export const PLACES = declareList({
  q: textSearch('Search names, ids, tags, places'),
  type: openChoice({ label: 'Type', any: 'Any type' }, typeLabel),
  collective: openChoice({ label: 'Collective', any: 'Any Collective' }),
  /** The meaning of the colours; types by default. */
  colour: z.literal('outcome'),
  /** Middle and zoom of the map: latitude, longitude, zoom. Absent: all places. */
  at: z.string().regex(new RegExp(`^${DEGREES},${DEGREES},\\d{1,2}(?:\\.\\d{1,2})?$`)),
  /** Only the places that no map can show. */
  odd: Flag,
});
export const MapSearch = PLACES.schema;
export type MapSearch = z.infer<typeof MapSearch>;

/** Zoom for a place that is shown from elsewhere. */
export const SHOWN_ZOOM = 13;

/** A view of the map. */
export interface MapView {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** The view in the URL; null: all places. */
export function viewOf({ at }: Pick<MapSearch, 'at'>): MapView | null {
  const [latitude, longitude, zoom] = (at ?? '').split(',').map(Number);
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null;
  return { latitude, longitude, zoom };
}

/** A view as text for the URL. */
export function atOf({ latitude, longitude, zoom }: MapView): string {
  return `${latitude.toFixed(4)},${nearestTurn(longitude, 0).toFixed(4)},${Number(zoom.toFixed(2))}`;
}

/**
 * A part of the map as the list's filter; the map may have been moved around the globe. At its edges it
 * draws what lies beyond, up to the poles.
 */
function sidesOf([south, west, north, east]: Bounds) {
  const around = east - west >= 360;
  const rounded = (side: number) => Number(side.toFixed(6));
  return {
    south: south <= -MAP_EDGE ? -90 : rounded(south),
    west: around ? -180 : rounded(nearestTurn(west, 0)),
    north: north >= MAP_EDGE ? 90 : rounded(north),
    east: around ? 180 : rounded(nearestTurn(east, 0)),
  };
}

const Uuid = z.guid();

/** The filter of the map. @param collective fixed if the map belongs to one */
export function filterOf(search: MapSearch, collective: string | null): PlaceFilter {
  const wanted = collective ?? Uuid.safeParse(search.collective).data;
  return {
    ...(search.q === undefined || search.q === '' ? {} : { q: search.q }),
    ...(search.type === undefined || search.type === '' ? {} : { type: search.type }),
    ...(wanted === undefined ? {} : { collective: wanted }),
  };
}

/** The filter of the list. @param within the part of the map whose places are listed; null: all of it */
export function selectionOf(
  search: MapSearch,
  collective: string | null,
  within: Bounds | null,
): PlaceSelection {
  const filter = filterOf(search, collective);
  if (search.odd === '1') return { ...filter, odd: '1' };
  return within === null ? filter : { ...filter, ...sidesOf(within) };
}
