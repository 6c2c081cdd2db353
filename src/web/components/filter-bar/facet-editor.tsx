import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, type ReactNode } from 'react';
import type { PeriodPanelProps } from '../period-picker/period-panel.tsx';
import { FacetText } from './facet-text.tsx';
import { FacetValues } from './facet-values.tsx';
import type { FilterFacet } from './facet.ts';

function NoPeriods() {
  return <Typography variant="body2">The choice of periods could not be loaded.</Typography>;
}

// Lists without a period do not load the code for dates.
const PeriodPanel = lazy<(props: PeriodPanelProps) => ReactNode>(async () => {
  try {
    return { default: (await import('../period-picker/period-panel.tsx')).PeriodPanel };
  } catch {
    return { default: NoPeriods };
  }
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
