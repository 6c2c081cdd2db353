import type { Stories } from '../../gallery/story.ts';
import { StoreMessage } from './store-banner.tsx';

export const stories: Stories = {
  title: 'Disk',
  states: {
    'nearly full: nothing is read': () => <StoreMessage state="no-reads" />,
    'nearly full: nothing is changed': () => <StoreMessage state="no-changes" />,
    'it cannot be written': () => <StoreMessage state="unwritable" />,
  },
};
