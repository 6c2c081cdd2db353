import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { MapBoundary } from '../../components/map/map-boundary.tsx';
import type { ClusterMapProps } from './cluster-map.tsx';

const load = () => import('./cluster-map.tsx');
const Loaded = lazy(async () => ({ default: (await load()).ClusterMap }));

/** Loads the code of the map while its places are read; a failure shows when it is rendered. */
export function fetchClusterMap(): void {
  load().catch(() => undefined);
}

/** Placeholder of the map, as large as it will be. */
export function MapSkeleton() {
  return (
    <Box
      component="output"
      aria-label="Reading the map"
      sx={{ position: 'absolute', inset: 0, display: 'block' }}
    >
      <Skeleton variant="rectangular" height="100%" />
    </Box>
  );
}

/** The map; its code is loaded when it is first shown. */
export function LazyClusterMap(props: ClusterMapProps) {
  return (
    <MapBoundary>
      <Suspense fallback={<MapSkeleton />}>
        <Loaded {...props} />
      </Suspense>
    </MapBoundary>
  );
}
