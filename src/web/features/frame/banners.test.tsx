import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noteReached, noteUnreachable } from '../../api/reachability.ts';
import { sessionQuery } from '../../api/session.ts';
import { noteServiceState, noteStoreState } from '../../api/store-state.ts';
import { show } from '../../testing/render.tsx';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { Banners } from './banners.tsx';

const titles = () => [...document.querySelectorAll('strong')].map(({ textContent }) => textContent);

test('each trouble is a line, and goes with it; without a connection nothing is said of the Service', async () => {
  await show(<Banners />);
  expect(titles()).toEqual([]);
  act(() => {
    noteServiceState('refused');
    noteStoreState('no-changes');
  });
  expect(titles()).toEqual([
    'The disk of the console is full or cannot be written.',
    'The Service refuses the console’s token.',
  ]);
  act(noteUnreachable);
  expect(titles()).toEqual([
    'The console’s server does not answer.',
    'The disk of the console is full or cannot be written.',
  ]);
  act(() => {
    noteReached();
    noteServiceState('ok');
    noteStoreState('ok');
  });
  expect(titles()).toEqual([]);
});

test.each([
  [30, []],
  [9, [expect.stringMatching(/^Your session ends at /)]],
])('a session that ends in %i minutes', async (minutes, said) => {
  const endsAt = new Date(Date.now() + minutes * 60_000).toISOString();
  const ending = answered(sessionQuery, {
    operator: { id: 'o1', name: 'Jonas Verbeek', role: 'operator' },
    signIn: { demo: [], password: true, setup: false },
    embedded: false,
    endsAt,
  });
  await show(
    <Seeded seeds={[ending]}>
      <Banners />
    </Seeded>,
  );
  expect(titles()).toEqual(said);
});
