import { lazy, Suspense } from 'react';
import { MapBoundary } from '../../components/map/map-boundary.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import type { ClusterMapProps } from './cluster-map.tsx';

const load = () => import('./cluster-map.tsx');
const Loaded = lazy(async () => ({ default: (await load()).ClusterMap }));

/** Loads the code of the map while its places are read; a failure shows when it is rendered. */
export function fetchClusterMap(): void {
  load().catch(() => undefined);
}

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
