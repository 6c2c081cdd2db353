import type { Stories } from '../gallery/story.ts';
import { NoSuchId, NotFound } from './not-found.tsx';
import { PageCrash } from './page-crash.tsx';

export const stories: Stories = {
  title: 'Pages that cannot be shown',
  states: {
    'no such page': () => <NotFound />,
    'no valid id': () => <NoSuchId />,
    'the page crashed': () => <PageCrash error={new Error('rows is undefined')} reset={() => {}} />,
  },
};
