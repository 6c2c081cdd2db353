import type { ReportRun } from '../../../contract/console/report-run.ts';
import { reportRunsQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import { answered, Pressed, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { RunsSection } from './runs-section.tsx';

function Deleting({ run }: { run: ReportRun }) {
  const seeds = [signedInAs('approver'), answered(reportRunsQuery(25), { runs: [run], count: 1 })];
  return (
    <Seeded seeds={seeds}>
      <Pressed names={['Delete Vans of the month']}>
        <RunsSection search={{}} onSearch={() => {}} beforeFirst={null} />
      </Pressed>
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Deleting a report',
  layout: 'alone',
  states: {
    asking: () => <Deleting run={{ ...NAMED_RUN, hash: null, sealed: null }} />,
    'sealed, with a reason': () => <Deleting run={NAMED_RUN} />,
  },
};
