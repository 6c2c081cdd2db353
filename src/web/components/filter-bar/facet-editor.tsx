import { FacetPeriod } from './facet-period.tsx';
import { FacetText } from './facet-text.tsx';
import { FacetValues } from './facet-values.tsx';
import type { FilterFacet } from './facet.ts';

/** What a filter is set to, to be changed. */
export function FacetEditor({ facet }: { facet: FilterFacet }) {
  switch (facet.kind) {
    case 'choice':
      return <FacetValues facet={facet} />;
    case 'text':
      return <FacetText facet={facet} />;
    case 'period':
      return <FacetPeriod facet={facet} />;
    case 'switch':
      return null;
  }
}
