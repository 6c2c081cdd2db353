import type { Stories } from '../../gallery/story.ts';
import { ENDED, resolution, unknownBatch, vanBatch } from '../../testing/batch-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { Notices } from './notices.tsx';

/** They are fixed to the corner of the window, so there is room for one state. */
export const stories: Stories = {
  title: 'Notices',
  states: {
    'a batch finished, one is unknown, one was found late': () => (
      <Notices
        ended={[
          vanBatch(ENDED, { id: uuid(810) }).batch,
          unknownBatch({ id: uuid(811) }).batch,
          unknownBatch({
            id: uuid(812),
            lateFindAt: '2026-03-02T14:04:40Z',
            resolution: resolution({ verdict: 'landed' }),
          }).batch,
        ]}
        onDismiss={() => {}}
      />
    ),
  },
};
