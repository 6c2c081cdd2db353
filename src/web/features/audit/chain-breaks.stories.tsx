import type { Stories } from '../../gallery/story.ts';
import { BROKEN_CHAIN } from '../../testing/audit-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { ChainBreaks } from './chain-breaks.tsx';

export const stories: Stories = {
  title: 'Breaks of the audit chain',
  states: {
    broken: () => <ChainBreaks found={BROKEN_CHAIN} />,
    accepted: () => (
      <ChainBreaks
        found={{
          ...BROKEN_CHAIN,
          holds: true,
          breaks: [],
          breaksTotal: 0,
          anchorProblems: [],
          acceptances: [
            {
              sequence: 1205,
              at: AS_OF,
              operatorName: 'Marieke de Wit',
              reason: 'The disk was restored from the backup of 1 March',
              breaks: BROKEN_CHAIN.breaks,
              breaksTotal: 2,
            },
          ],
        }}
      />
    ),
  },
};
