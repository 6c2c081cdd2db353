import type { Stories } from '../../gallery/story.ts';
import {
  choiceFacet,
  DEPOT_OPTIONS,
  periodFacet,
  switchFacet,
  textFacet,
} from '../../testing/filter-samples.ts';
import { problem } from '../../testing/samples.ts';
import { pressed } from '../../testing/story-states.tsx';
import type { FilterFacet } from './facet.ts';
import { FilterBar } from './filter-bar.tsx';

const none = () => {};

function open(facets: readonly FilterFacet[], ...rest: readonly string[]) {
  const bar = <FilterBar label="Filters of the samples" facets={facets} onClear={none} />;
  return () => pressed(bar, 'Filter', ...rest);
}

const OFF = [
  choiceFacet('Type'),
  choiceFacet('Depot', { options: DEPOT_OPTIONS }),
  textFacet(null),
  periodFacet(),
  switchFacet(false),
];
const unread = choiceFacet('Type', { options: undefined });
const away = problem('store_unavailable', 503);

export const stories: Stories = {
  title: 'Panel of the filters',
  layout: 'alone',
  states: {
    names: open(OFF),
    'values with counts': open(OFF, 'Type: Any type'),
    '300 values': open(OFF, 'Depot: Any depot'),
    text: open(OFF, 'Operator: Any operator'),
    period: open(OFF, 'Sent: Any time'),
    'values being read': open([unread], 'Type: Any type'),
    'values could not be read': open([{ ...unread, error: away, onRetry: none }], 'Type: Any type'),
    'of an active filter': () =>
      pressed(
        <FilterBar
          label="Filters of the samples"
          facets={[choiceFacet('Type', { value: 'EV' })]}
          onClear={none}
        />,
        'Type is EV',
      ),
  },
};
