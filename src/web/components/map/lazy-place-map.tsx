import { lazy, Suspense } from 'react';
import { BlockSkeleton } from '../skeletons.tsx';
import { MapBoundary } from './map-boundary.tsx';
import type { PlaceMapProps } from './place-map.tsx';

const Loaded = lazy(async () => {
  const { PlaceMap } = await import('./place-map.tsx');
  return { default: PlaceMap };
});

/** The map; its code is loaded when it is first shown. */
export function LazyPlaceMap(props: PlaceMapProps) {
  return (
    <MapBoundary>
      <Suspense fallback={<BlockSkeleton height={props.height} what="the map" />}>
        <Loaded {...props} />
      </Suspense>
    </MapBoundary>
  );
}
