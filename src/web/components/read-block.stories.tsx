import type { Stories } from '../gallery/story.ts';
import { problem } from '../testing/samples.ts';
import { ReadBlock } from './read-block.tsx';

const reading = { error: null, isFetching: true, refetch: () => {} };
const failed = { ...reading, isFetching: false, error: problem('upstream_unreachable', 502) };

export const stories: Stories = {
  title: 'A block that is not there yet',
  states: {
    'reading rows': () => <ReadBlock read={reading} what="the reports" rows={4} />,
    'reading a chart': () => <ReadBlock read={reading} what="the chart" height={240} />,
    failed: () => <ReadBlock read={failed} what="the reports" />,
    'trying again': () => <ReadBlock read={{ ...failed, isFetching: true }} what="the reports" />,
  },
};
