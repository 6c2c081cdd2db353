import { noteWritable } from '../../api/store-state.ts';
import type { Stories } from '../../gallery/story.ts';
import { StoreBanner } from './store-banner.tsx';

export const stories: Stories = {
  title: 'Disk',
  seed: () => noteWritable(false),
  states: { 'it cannot be written': () => <StoreBanner /> },
};
