import { Component, lazy, Suspense, type ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { BlockSkeleton } from '../skeletons.tsx';
import type { PlaceMapProps } from './place-map.tsx';

const Loaded = lazy(async () => {
  const { PlaceMap } = await import('./place-map.tsx');
  return { default: PlaceMap };
});

/** A map that fails leaves the page and its list of places as they are. */
class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Typography variant="body2" color="textSecondary" role="alert">
        The map could not be shown. Everything on it stands in the list as well.
      </Typography>
    );
  }
}

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
