import type { Stories } from '../../gallery/story.ts';
import { asOperator } from '../../testing/story-states.tsx';
import { PreferencesPage } from './preferences-page.tsx';

export const stories: Stories = {
  title: 'Preferences',
  seed: asOperator(),
  states: {
    full: () => <PreferencesPage />,
  },
};
