import type { Stories } from '../gallery/story.ts';
import { SEEN_AT } from '../testing/batch-samples.ts';
import { SideSheet } from './side-sheet.tsx';
import { Fact, FactList } from './fact-list.tsx';
import { HealthMark } from './health-mark.tsx';
import { TagList } from './tag-list.tsx';
import { ExactTimeText } from './time-text.tsx';
import { ValueTree } from './value-tree.tsx';

export const stories: Stories = {
  title: 'Details',
  layout: 'alone',
  states: {
    facts: () => (
      <SideSheet title="Van 23 ID. Buzz Cargo" onClose={() => {}}>
        <FactList label="Facts">
          <Fact name="Tags">
            <TagList tags={['depot', 'night tariff']} />
          </Fact>
          <Fact name="Last read">
            <ExactTimeText instant={SEEN_AT} />
          </Fact>
          <Fact name="State">
            <HealthMark unreachable={{ status: 404, at: SEEN_AT, offboardedAt: null }} long />
          </Fact>
        </FactList>
        <ValueTree
          value={{ contract: { number: 'NL-4711', seats: 3, roaming: null }, list: [1] }}
        />
      </SideSheet>
    ),
  },
};
