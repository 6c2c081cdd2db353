import { sessionQuery } from '../../api/session.ts';
import type { Stories } from '../../gallery/story.ts';
import { answered, asOperator, pressed, seeded } from '../../testing/story-states.tsx';
import { PreferencesPage } from './preferences-page.tsx';

export const stories: Stories = {
  title: 'Preferences',
  layout: 'alone',
  seed: asOperator(),
  states: {
    'without a password': seeded(
      <PreferencesPage />,
      answered(sessionQuery, {
        operator: { id: 'o1', name: 'Jonas Verbeek', role: 'operator' },
        signIn: { demo: ['operator'], password: false, setup: false },
        embedded: true,
      }),
    ),
    'changing the password': () => pressed(<PreferencesPage />, 'Change password'),
  },
};
