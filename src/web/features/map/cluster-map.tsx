import { latLngBounds, type Map as LeafletMap } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { MapContainer, ScaleControl, useMap, useMapEvents } from 'react-leaflet';
import type { PlaceMap } from '../../../contract/console/places.ts';
import {
  ContainerName,
  Ground,
  maxZoomOf,
  type GroundProps,
} from '../../components/map/ground.tsx';
import '../../components/map/map.css';
import { BoxSelect } from './box-select.tsx';
import { ClusterLayer } from './cluster-layer.tsx';
import type { Cluster } from './cluster-messages.ts';
import type { Grouping } from './groups.ts';
import type { MapBox, MapView } from './map-search.ts';
import { useClusters, type SeenPart } from './use-clusters.ts';

export interface ClusterMapProps extends GroundProps {
  /** Accessible name of the map. */
  label: string;
  map: PlaceMap | undefined;
  grouping: Grouping;
  by: 'type' | 'outcome';
  height: string;
  /** The view; null: all places. */
  view: MapView | null;
  onView: (view: MapView, seen: MapBox) => void;
  choosing: boolean;
  box: MapBox | null;
  onBox: (box: MapBox) => void;
  onCancelBox: () => void;
}

/** Zoom for a single place, shown with the towns around it. */
const CLOSE_ZOOM = 10;
/** Half the side of the box around one point, in degrees: two steps of the map's coordinates. */
const AROUND = 0.000_02;

/** A map of clustered places. All of them are also in the list beside it. */
export function ClusterMap(props: ClusterMapProps) {
  const { label, map, grouping, by, height, view, cells, tiles, onBox } = props;
  const { clusters, bounds, failed, onView } = useClusters(map, grouping, by, maxZoomOf(tiles));
  const onList = useMemo(
    () => (cluster: Cluster) => {
      if (cluster.extent === null) return;
      const [south, west, north, east] = cluster.extent;
      onBox({
        south: south - AROUND,
        west: west - AROUND,
        north: north + AROUND,
        east: east + AROUND,
      });
    },
    [onBox],
  );
  return (
    <>
      {failed && (
        <p role="alert">
          The places could not be clustered for the map. The list below has them all.
        </p>
      )}
      <MapContainer
        className="gh-map"
        style={{ height }}
        center={view === null ? [30, 10] : [view.latitude, view.longitude]}
        zoom={view?.zoom ?? 2}
        maxZoom={maxZoomOf(tiles)}
        minZoom={1}
        worldCopyJump
        zoomAnimation={false}
        attributionControl
      >
        <Ground cells={cells} tiles={tiles} />
        <ScaleControl imperial={false} />
        <ContainerName label={label} />
        <View {...props} bounds={bounds} onSeen={onView} />
        <ClusterLayer clusters={clusters} groups={grouping.groups} onList={onList} />
        <BoxSelect
          choosing={props.choosing}
          box={props.box}
          onBox={onBox}
          onCancel={props.onCancelBox}
        />
      </MapContainer>
    </>
  );
}

interface ViewProps extends Pick<ClusterMapProps, 'view' | 'onView'> {
  bounds: readonly [number, number, number, number] | null | undefined;
  onSeen: (part: SeenPart) => void;
}

/** Keeps view and URL in sync, and shows all places until the map is moved. */
function View({ view, onView, bounds, onSeen }: ViewProps) {
  const map = useMap();
  const fitted = useRef(view !== null);
  /** The view that shows all places, until the map is moved. */
  const whole = useRef<MapView | null>(null);
  const reported = useRef<MapView | null>(view);

  const tell = (): void => {
    const bound = map.getBounds();
    const seen = {
      south: bound.getSouth(),
      west: bound.getWest(),
      north: bound.getNorth(),
      east: bound.getEast(),
    };
    onSeen({ ...seen, zoom: map.getZoom(), maxZoom: map.getMaxZoom() });
    const now = presentView(map);
    reported.current = now;
    // Before the first fit the view means nothing.
    if (fitted.current) onView(now, seen);
  };
  useMapEvents({ moveend: tell, resize: tell });
  const tellFirst = useEffectEvent(tell);
  useEffect(() => {
    tellFirst();
  }, []);

  const asked = view === null;
  useEffect(() => {
    if (bounds === undefined || bounds === null) return;
    const moved = whole.current === null || !isSame(whole.current, presentView(map));
    // A link without a view shows all places; so does a map that has not been moved yet.
    if (fitted.current && moved && !asked) return;
    fitted.current = true;
    const [south, west, north, east] = bounds;
    map.fitBounds(
      latLngBounds([
        [south, west],
        [north, east],
      ]),
      { padding: [40, 40], maxZoom: CLOSE_ZOOM, animate: false },
    );
    whole.current = presentView(map);
  }, [map, bounds, asked]);

  // A link, the back button or "Show on the map" moves it; its own movements arrive here too.
  useEffect(() => {
    if (view === null || reported.current === null || isSame(reported.current, view)) return;
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
    Math.abs(a.longitude - b.longitude) < 0.001 &&
    a.zoom === b.zoom
  );
}
