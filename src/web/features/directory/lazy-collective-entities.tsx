import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import type { CollectiveEntitiesProps } from './collective-entities.tsx';

const CollectiveEntities = lazy(async () => ({
  default: (await import('./collective-entities.tsx')).CollectiveEntities,
}));

/** The Entities of a Collective; their code is loaded when the tab opens. */
export function LazyCollectiveEntities(props: CollectiveEntitiesProps) {
  return (
    <Suspense fallback={<RowsSkeleton what="the Entities" />}>
      <CollectiveEntities {...props} />
    </Suspense>
  );
}
