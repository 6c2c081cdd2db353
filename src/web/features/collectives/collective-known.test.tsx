import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { glance } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { CollectiveKnown } from './collective-known.tsx';

const [KNOWN] = glance().known;

async function textOf(change: object): Promise<string | null> {
  if (KNOWN === undefined) throw new Error('The sample knows something');
  const overview = glance();
  const known = [{ ...KNOWN, read: 46, fresh: 46, partly: 0, failed: 0, ...change }];
  await show(<CollectiveKnown overview={{ ...overview, entities: 46, known }} />);
  return screen.getByRole('definition').textContent;
}

test('a resource as old as the page shows no separate age', async () => {
  expect(await textOf({ oldestAt: glance().asOf })).toBe('46 of 46');
});

test('an older resource shows its own age', async () => {
  expect(await textOf({ oldestAt: '2026-02-28T06:10:00Z' })).toMatch(/^46 of 46oldest /);
});

test('counts stale and failing Entities, with an age or without', async () => {
  const text = await textOf({ oldestAt: glance().asOf, fresh: 40, failed: 2 });
  expect(text).toBe('46 of 466 stale, 2 failing');
});

test('a partly read resource is not called unread', async () => {
  const text = await textOf({ oldestAt: null, read: 0, fresh: 0, partly: 46 });
  expect(text).toBe('0 of 4646 partly read');
});
