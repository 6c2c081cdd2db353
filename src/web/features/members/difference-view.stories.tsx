import type { Stories } from '../../gallery/story.ts';
import { SEEN_AT } from '../../testing/batch-samples.ts';
import { vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { DifferenceView } from './difference-view.tsx';

const known = vans().entities;
const answer = (entities: string[] | null) => ({
  id: uuid(900),
  name: 'Rotterdam Delivery Vans',
  owner: null,
  type: 'Fleet',
  entities,
});
const [first = uuid(1), ...others] = known.map(({ id }) => id);
const applied = { leaving: null };

export const stories: Stories = {
  title: 'What a removal changed',
  states: {
    'no list in the answer': () => (
      <DifferenceView known={known} answer={answer(null)} news={applied} />
    ),
    'none left': () => (
      <DifferenceView known={known} answer={answer([first, ...others])} news={applied} />
    ),
    'one left, one is new': () => (
      <DifferenceView known={known} answer={answer([...others, uuid(77)])} news={applied} />
    ),
    'many would leave': () => (
      <DifferenceView
        known={known}
        answer={{ ...answer([first]), properties: { contract: { number: 'NL-4711', seats: 3 } } }}
        news={{ leaving: { toldAt: SEEN_AT, entities: [], members: known.length } }}
      />
    ),
    'not known whether it was applied': () => (
      <DifferenceView known={known} answer={answer(others)} news={undefined} />
    ),
  },
};
