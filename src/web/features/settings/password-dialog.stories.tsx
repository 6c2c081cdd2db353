import type { Stories } from '../../gallery/story.ts';
import { pressed } from '../../testing/story-states.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const dialog = <PasswordDialog onClose={() => {}} />;

export const stories: Stories = {
  title: 'Change password',
  layout: 'alone',
  states: {
    empty: () => dialog,
    'something is missing': () => pressed(dialog, 'Change password'),
  },
};
