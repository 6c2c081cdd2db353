import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { FacetText } from './facet-text.tsx';
import { FacetValues } from './facet-values.tsx';
import type { FilterFacet } from './facet.ts';

// Days are the largest part of a filter, and seldom filtered by.
const PeriodPanel = lazy(async () => {
  const { PeriodPanel: loaded } = await import('../period-picker/period-panel.tsx');
  return { default: loaded };
});

/** The editor of a filter's value. */
export function FacetEditor({ facet }: { facet: FilterFacet }) {
  switch (facet.kind) {
    case 'choice':
      return <FacetValues facet={facet} />;
    case 'text':
      return <FacetText facet={facet} />;
    case 'period':
      return (
        <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
          <PeriodPanel label={facet.label} choice={facet} />
        </Suspense>
      );
    case 'switch':
      return null;
  }
}
