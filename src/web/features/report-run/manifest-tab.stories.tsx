import { reportManifestQuery } from '../../api/report-queries.ts';
import type { Stories } from '../../gallery/story.ts';
import { manifestOf } from '../../testing/report-result-samples.ts';
import { NAMED_RUN, PARTIAL_RUN, RUNNING_RUN } from '../../testing/report-samples.ts';
import { problem } from '../../testing/samples.ts';
import { answered, failed, type Seed, Seeded } from '../../testing/story-states.tsx';
import { ManifestTab } from './manifest-tab.tsx';

function tab(run: typeof NAMED_RUN, ...seeds: readonly Seed[]) {
  return (
    <Seeded seeds={seeds}>
      <ManifestTab run={run} search={{ tab: 'manifest' }} onSearch={() => {}} />
    </Seeded>
  );
}

export const stories: Stories = {
  title: 'Manifest of a report',
  states: {
    loading: () => tab(NAMED_RUN),
    error: () =>
      tab(NAMED_RUN, failed(reportManifestQuery(NAMED_RUN), problem('store_unavailable', 503))),
    'empty, not sealed yet': () => tab(RUNNING_RUN),
    partial: () =>
      tab(PARTIAL_RUN, answered(reportManifestQuery(PARTIAL_RUN), manifestOf(PARTIAL_RUN))),
    full: () => tab(NAMED_RUN, answered(reportManifestQuery(NAMED_RUN), manifestOf(NAMED_RUN))),
  },
};
