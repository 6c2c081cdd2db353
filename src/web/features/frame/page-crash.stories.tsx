import type { Stories } from '../../gallery/story.ts';
import { NoSuchId, NotFound } from '../../components/not-found.tsx';
import { CodePanel, PageCrash } from './page-crash.tsx';

export const stories: Stories = {
  title: 'Pages that cannot be shown',
  states: {
    'no such page': () => <NotFound />,
    'no valid id': () => <NoSuchId />,
    'the page crashed': () => <PageCrash error={new Error('rows is undefined')} reset={() => {}} />,
    'no code, offline': () => <CodePanel reason="away" />,
    'no code, a new version': () => <CodePanel reason="gone" />,
  },
};
