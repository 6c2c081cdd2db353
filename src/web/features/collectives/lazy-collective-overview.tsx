import { lazy, Suspense } from 'react';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { Section } from '../../components/section.tsx';
import type { CollectiveOverviewProps } from './collective-overview.tsx';
import { OVERVIEW_HEIGHT } from './overview-height.ts';

const CollectiveOverview = lazy(async () => {
  const { CollectiveOverview: loaded } = await import('./collective-overview.tsx');
  return { default: loaded };
});

/** The same, loaded when its tab opens. */
export function LazyCollectiveOverview(props: CollectiveOverviewProps) {
  return (
    <Suspense
      fallback={
        <Section title="Overview">
          <BlockSkeleton height={OVERVIEW_HEIGHT} what="the overview" />
        </Section>
      }
    >
      <CollectiveOverview {...props} />
    </Suspense>
  );
}
