import { reportRunsQuery } from '../../api/report-runs.ts';
import type { Stories } from '../../gallery/story.ts';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { RunsSection } from './runs-section.tsx';

const SEEDS = [
  signedInAs('operator'),
  answered(reportRunsQuery(25), { runs: [NAMED_RUN], count: 1 }),
];
const NAMES = ['Delete Vans of the month'];

export const stories: Stories = {
  title: 'Deleting a report',
  layout: 'alone',
  states: {
    asking: () => (
      <Seeded seeds={SEEDS}>
        <Pressed names={NAMES}>
          <RunsSection search={{}} onSearch={() => {}} beforeFirst={null} />
        </Pressed>
      </Seeded>
    ),
  },
};
