import { lazy, Suspense } from 'react';
import { MapBoundary } from '../../components/map/map-boundary.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import type { ClusterMapProps } from './cluster-map.tsx';

const Loaded = lazy(async () => {
  const { ClusterMap } = await import('./cluster-map.tsx');
  return { default: ClusterMap };
});

/** The map; its code is loaded when it is first shown. */
export function LazyClusterMap(props: ClusterMapProps) {
  return (
    <MapBoundary>
      <Suspense fallback={<BlockSkeleton height={420} what="the map" />}>
        <Loaded {...props} />
      </Suspense>
    </MapBoundary>
  );
}
