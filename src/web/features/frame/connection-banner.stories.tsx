import { noteUnreachable } from '../../api/reachability.ts';
import type { Stories } from '../../gallery/story.ts';
import { ConnectionBanner } from './connection-banner.tsx';

export const stories: Stories = {
  title: 'Connection',
  seed: noteUnreachable,
  states: { 'the server does not answer': () => <ConnectionBanner /> },
};
