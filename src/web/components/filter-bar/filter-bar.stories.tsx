import Button from '@mui/material/Button';
import type { Stories } from '../../gallery/story.ts';
import { choiceFacet, periodFacet, switchFacet, textFacet } from '../../testing/filter-samples.ts';
import type { FilterFacet } from './facet.ts';
import { FilterBar } from './filter-bar.tsx';

const none = () => {};
const LONG = 'Leased from the city until the end of the winter, then returned to the owner';
const DAYS = { from: '2026-03-01', to: '2026-03-22' };

function bar(label: string, facets: readonly FilterFacet[]) {
  return () => (
    <FilterBar
      label={label}
      search={{ label: 'Search name or id', placeholder: 'Name or id', value: '', onChange: none }}
      facets={facets}
      onClear={none}
    >
      <Button variant="outlined" color="inherit">
        Columns
      </Button>
    </FilterBar>
  );
}

export const stories: Stories = {
  title: 'Filter bar',
  states: {
    none: bar('None on', [choiceFacet('Type'), textFacet(null)]),
    some: bar('Some on', [choiceFacet('Type', { value: 'EV' }), switchFacet(true)]),
    many: bar('Many on', [
      choiceFacet('Type', { value: 'EV' }),
      choiceFacet('Depot', { value: 'Battery' }),
      switchFacet(true),
      textFacet('Dr. Maximiliane Oberschachtsiek'),
      periodFacet(DAYS),
    ]),
    'long values': bar('Long values on', [
      choiceFacet('Tag', { value: LONG }),
      choiceFacet('Note', { value: LONG }),
      choiceFacet('Place', { value: LONG }),
      textFacet(LONG),
    ]),
    'a permanent period': () => (
      <FilterBar
        label="A period"
        facets={[
          periodFacet({
            label: 'Trigger time',
            always: true,
            any: 'Last 7 days',
            presets: [{ value: '7d', label: 'Last 7 days' }],
            preset: '7d',
          }),
        ]}
        onClear={none}
      />
    ),
  },
};
