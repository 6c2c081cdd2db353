import type { Stories } from '../../gallery/story.ts';
import { REPORT_SESSIONS } from '../../testing/report-result-samples.ts';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import { SessionDrawer } from './report-session-drawer.tsx';

const drawer = (at: number) => (
  <SessionDrawer run={NAMED_RUN} session={REPORT_SESSIONS[at]} onClose={() => {}} />
);

export const stories: Stories = {
  title: 'A session of a report in full',
  layout: 'alone',
  states: {
    full: () => drawer(0),
    anomalous: () => drawer(2),
    'not listed': () => drawer(-1),
  },
};
