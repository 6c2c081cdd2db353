import { FacetText } from './facet-text.tsx';
import { FacetValues } from './facet-values.tsx';
import type { FilterFacet } from './facet.ts';
import { PeriodPanel } from '../period-picker/period-panel.tsx';

/** The editor of a filter's value. */
export function FacetEditor({ facet }: { facet: FilterFacet }) {
  switch (facet.kind) {
    case 'choice':
      return <FacetValues facet={facet} />;
    case 'text':
      return <FacetText facet={facet} />;
    case 'period':
      return <PeriodPanel label={facet.label} choice={facet} />;
    case 'switch':
      return null;
  }
}
