import type { Stories } from '../gallery/story.ts';
import { CutText, Hint } from './hint.tsx';

const LONG = 'The Service refused the request because the device has not been seen for nine days.';

export const stories: Stories = {
  title: 'Hint',
  states: {
    'explained text': () => <Hint text="Changes are shown as soon as they are seen.">live</Hint>,
    'cut to a line': () => <CutText>{LONG.repeat(4)}</CutText>,
    'cut to two lines': () => <CutText lines={2}>{LONG.repeat(8)}</CutText>,
  },
};
