import type { Stories } from '../../gallery/story.ts';
import { Pressed } from '../../testing/story-states.tsx';
import { saveView } from './saved-views.ts';
import { ViewTabs } from './view-tabs.tsx';

const VIEWS = [
  { name: 'All', search: {}, count: 1000 },
  { name: 'Failed', search: { outcome: 'failed' }, count: 12 },
  { name: 'Silent', search: { silent: '1' }, count: 0 },
  { name: 'Not counted yet', search: { planned: '1' } },
] as const;

const tabs = (search: object) => (
  <ViewTabs label="Views of the Entities" list="entities" views={VIEWS} search={search} />
);
const [SAVE] = [['Save view']];

function withOwn(search: object) {
  saveView('entities', { name: 'Night shift in Rotterdam', search: { tag: 'night' } });
  return tabs(search);
}

export const stories: Stories = {
  title: 'Views of a list',
  layout: 'alone',
  states: {
    'all rows': () => tabs({}),
    'one of them': () => tabs({ outcome: 'failed', sort: 'energy' }),
    'none of them': () => tabs({ q: 'van' }),
    'a saved one': () => withOwn({ tag: 'night' }),
    'saving one': () => <Pressed names={SAVE}>{withOwn({ q: 'van' })}</Pressed>,
  },
};
