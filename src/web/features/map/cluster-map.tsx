import { latLng, type FitBoundsOptions, type Map as LeafletMap } from 'leaflet';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { CircleMarker, useMap, useMapEvents } from 'react-leaflet';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { boundsOf, nearestTurn, type Bounds } from '../../../domain/places.ts';
import { BaseMap, fitZoom, leafletBounds, MapBoundary, useMaxZoom } from './base-map.tsx';
import type { Cluster, SeenPart } from './cluster-index.ts';
import { ClusterLayer, useClusters } from './cluster-layer.tsx';
import type { Grouping } from './groups.ts';
import { atOf, SHOWN_ZOOM, type MapView } from './map-search.ts';
import { decodePoints } from './place-columns.ts';

interface ClusterMapProps {
  /** Accessible name of the map. */
  label: string;
  map: PlaceMap;
  grouping: Grouping;
  by: 'type' | 'outcome';
  /** The view; null: all places. */
  view: MapView | null;
  /** Whether the map is a small one, with less space around the places. */
  small?: boolean;
  /** Called with the part in view, and with the view once the map is moved away from all places. */
  onView: (seen: Bounds, view: MapView | null) => void;
  /** Whether a legend covers the right edge where the map is wide. */
  covered?: boolean;
  /** The place that is highlighted, or null. */
  chosen?: { latitude: number; longitude: number } | null;
  /**
   * Called with where the places of a pressed mark are, if no zoom separates them, and with the view that shows a
   * single one from near, unless the map is as near already.
   */
  onMark: (places: Bounds, at: MapView | null) => void;
}

/** Space around all places, more beside the legend of a map that is wide enough, in px. */
const EDGE_PX = 48;
/** Of a small one, whose marks just keep clear of the edge, and of the attribution below. */
const SMALL_EDGE_PX = 8;
const SMALL_BELOW_PX = 24;
/** How far the parts of a mark that is split to show at least some are from each other, in px. */
const APART_PX = 34;
const SMALL_APART_PX = 26;
/** Places are fitted closer than whole zooms allow. */
const SNAP = 0.25;
const LEGEND_PX = 230;
const WIDE_PX = 640;
/** Space around the places of a mark, in degrees: two steps of the map's coordinates. */
const AROUND = 0.000_02;

/** A map of clustered places. All of them are also in the list beside it. */
export function ClusterMap(props: ClusterMapProps) {
  return (
    <MapBoundary>
      <Clustered {...props} />
    </MapBoundary>
  );
}

function Clustered(props: ClusterMapProps) {
  const { label, map, grouping, by, chosen = null, small = false, onMark } = props;
  const maxZoom = useMaxZoom();
  const { clusters, groups, failed, onView } = useClusters(map, grouping, by, maxZoom);
  const bounds = useMemo(() => boundsOf(decodePoints(map.points)), [map.points]);
  const onList = useCallback(
    (cluster: Cluster, zoom: number) => {
      if (cluster.extent === null) return;
      const [south, west, north, east] = cluster.extent;
      const { latitude, longitude, count } = cluster;
      onMark(
        [south - AROUND, west - AROUND, north + AROUND, east + AROUND],
        count > 1 || zoom >= SHOWN_ZOOM ? null : { latitude, longitude, zoom: SHOWN_ZOOM },
      );
    },
    [onMark],
  );
  return (
    <>
      {failed && (
        <p role="alert">The places could not be clustered for the map. The list has them all.</p>
      )}
      <BaseMap
        label={label}
        noted={!small}
        style={{ position: 'absolute', inset: 0 }}
        {...startOf(props, bounds)}
        zoomAnimation={false}
        zoomSnap={SNAP}
      >
        <View {...props} bounds={bounds} onSeen={onView} />
        <ClusterLayer clusters={clusters} groups={groups} small={small} onList={onList} />
        {chosen !== null && (
          <CircleMarker
            center={[chosen.latitude, chosen.longitude]}
            radius={20}
            interactive={false}
            className="gh-chosen"
          />
        )}
      </BaseMap>
    </>
  );
}

/** Space for the buttons at the left of a map, in px. */
const BUTTONS_PX = 72;

/** How places are fitted into a map that is so many px wide. */
function fitOf(
  bounds: Bounds,
  width: number,
  { covered = true, small = false }: Fit,
): FitBoundsOptions {
  const edge = small ? SMALL_EDGE_PX : EDGE_PX;
  return {
    paddingTopLeft: [small ? edge : BUTTONS_PX, edge],
    paddingBottomRight: [
      covered && width >= WIDE_PX ? LEGEND_PX : edge,
      small ? SMALL_BELOW_PX : edge,
    ],
    ...fitZoom(bounds),
  };
}

/** The first view: the whole world is never drawn before the places. */
function startOf({ view, ...fit }: ClusterMapProps, bounds: Bounds | null) {
  if (view !== null) return { center: latLng(view.latitude, view.longitude), zoom: view.zoom };
  if (bounds === null) return { center: latLng(30, 10), zoom: 2 };
  return { bounds: leafletBounds(bounds), boundsOptions: fitOf(bounds, 0, fit) };
}

type Fit = Pick<ClusterMapProps, 'covered' | 'small'>;

interface ViewProps extends Fit, Pick<ClusterMapProps, 'view' | 'onView'> {
  /** Of all places; null: there are none. */
  bounds: Bounds | null;
  onSeen: (part: SeenPart) => void;
}

/** Keeps view and URL in sync, and fits the bounds until the map is moved. */
function View({ view, onView, bounds, onSeen, covered, small }: ViewProps) {
  const map = useMap();
  const fitted = useRef(view !== null);
  /** The view that fits the bounds. */
  const fit = useRef<MapView | null>(null);
  /** Views on their way to the URL: what arrives late from it must not move the map back. */
  const reported = useRef<string[]>([]);

  const tell = (): void => {
    const apart = small === true ? SMALL_APART_PX : APART_PX;
    const bound = map.getBounds();
    const [south, west] = [bound.getSouth(), bound.getWest()];
    const [north, east] = [bound.getNorth(), bound.getEast()];
    onSeen({ south, west, north, east, zoom: map.getZoom(), maxZoom: map.getMaxZoom(), apart });
    // Before the first fit the view means nothing.
    if (!fitted.current) return;
    const now = presentView(map);
    const moved = fit.current === null || !isSame(fit.current, now);
    if (moved && reported.current.at(-1) !== atOf(now)) reported.current.push(atOf(now));
    onView([south, west, north, east], moved ? now : null);
  };
  useMapEvents({
    moveend: tell,
    resize: () => {
      const isFitted = fit.current !== null && isSame(fit.current, presentView(map));
      if (bounds !== null && isFitted) {
        map.fitBounds(leafletBounds(bounds), fitOf(bounds, map.getSize().x, { covered, small }));
        fit.current = presentView(map);
      }
      tell();
    },
  });
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    tellNow();
  }, []);

  const asked = view === null;
  /** Whether a link without a view has had its answer: what is read later must not move the map. */
  const shown = useRef(false);
  useEffect(() => {
    if (!asked) shown.current = false;
    if (bounds === null) return;
    const moved = fit.current === null || !isSame(fit.current, presentView(map));
    // A link without a view fits the bounds; so does a map that has not been moved yet.
    if (fitted.current && moved && (!asked || shown.current)) return;
    fitted.current = false;
    shown.current = asked;
    map.fitBounds(leafletBounds(bounds), fitOf(bounds, map.getSize().x, { covered, small }));
    fit.current = presentView(map);
    fitted.current = true;
    tellNow();
  }, [map, bounds, asked, covered, small]);

  // A link, the back button or "Show on the map" moves it; its own movements arrive here too.
  useEffect(() => {
    if (view === null) return;
    const own = reported.current.indexOf(atOf(view));
    reported.current.splice(0, own + 1);
    if (own !== -1 || isSame(presentView(map), view)) return;
    map.setView([view.latitude, view.longitude], view.zoom, { animate: false });
  }, [map, view]);
  return null;
}

function presentView(map: LeafletMap): MapView {
  const { lat, lng } = map.getCenter();
  return { latitude: lat, longitude: lng, zoom: map.getZoom() };
}

function isSame(a: MapView, b: MapView): boolean {
  return (
    Math.abs(a.latitude - b.latitude) < 0.001 &&
    Math.abs(nearestTurn(a.longitude, b.longitude) - b.longitude) < 0.001 &&
    a.zoom === b.zoom
  );
}
