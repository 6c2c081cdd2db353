import { runningQuery } from '../../api/batches.ts';
import { noteUnreachable } from '../../api/reachability.ts';
import { noteServiceState, noteStoreState } from '../../api/store-state.ts';
import type { Stories } from '../../gallery/story.ts';
import {
  batchList,
  ENDED,
  resolution,
  RUNNING,
  unknownBatch,
  vanBatch,
} from '../../testing/batch-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, pressed, seeded } from '../../testing/story-states.tsx';
import { Banners } from './banners.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Notices } from './live-updates.tsx';
import { Rail } from './rail.tsx';

const run = (last: number) => vanBatch(RUNNING, { id: uuid(last) }).batch;
const sending = vanBatch([], { outcome: 'sending', outcomeAt: null, memberCount: 6 }).batch;
const checking = unknownBatch({
  id: uuid(813),
  resolution: resolution({ state: 'running', finishedAt: null, verdict: null }),
}).batch;
const RUNS = batchList([run(810), sending, checking, run(814), run(815), run(816)]);
const FOUND_LATE = unknownBatch({
  id: uuid(812),
  lateFindAt: '2026-03-02T14:04:40Z',
  resolution: resolution({ verdict: 'landed' }),
}).batch;

/** Its parts are fixed to the edges of the window: each state has its own page. */
export const stories: Stories = {
  title: 'Frame',
  layout: 'alone',
  seed: asOperator(answered(runningQuery, RUNS)),
  states: {
    'more batches run than fit': () => <Rail />,
    'the operator’s menu': () => pressed(<Rail />, 'Account: Jonas Verbeek operator'),
    'the menu of a phone': () => pressed(<BottomBar />, 'More'),
    'a batch finished, one is unknown, one was found late': () => (
      <Notices
        ended={[vanBatch(ENDED).batch, unknownBatch({ id: uuid(811) }).batch, FOUND_LATE]}
        onDismiss={() => {}}
      />
    ),
    'without a server, with a full disk': seeded(<Banners />, noteUnreachable, () =>
      noteStoreState('unwritable'),
    ),
    'the Service refuses the token': seeded(<Banners />, () => noteServiceState('refused')),
  },
};
