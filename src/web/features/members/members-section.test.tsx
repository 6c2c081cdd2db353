import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MEMBERS } from '../../testing/collective-samples.ts';
import { show } from '../../testing/render.tsx';
import { problem, uuid } from '../../testing/samples.ts';
import { pages, saidLast, Seeded, signedInAs, type Seed } from '../../testing/story-states.tsx';
import { membersPages } from './members-queries.ts';
import { MembersSection } from './members-section.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => vi.unstubAllGlobals());

const open = (...seeds: readonly Seed[]) =>
  show(
    <Seeded seeds={[signedInAs('administrator'), ...seeds]}>
      <MembersSection collectiveId={uuid(900)} />
    </Seeded>,
  );
const read = membersPages(uuid(900));
const page = pages({}, { data: [...MEMBERS] });

test('shows the Members that the Service said last with their age until it answers', async () => {
  await open(saidLast(read, page, null));
  expect(screen.getAllByRole('row')).toHaveLength(MEMBERS.length + 1);
  screen.getByText(/from the console’s store/);
  screen.getByText('· reading now');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows why it does not answer, and a change that was sent since', async () => {
  await open(
    saidLast(read, page, problem('upstream_unavailable', 502, 'Back at four', 'service'), true),
  );
  expect(screen.getByRole('alert').textContent).toContain('The members could not be read now');
  expect(screen.getByRole('alert').textContent).toContain('Back at four');
  screen.getByText(/before the last change/);
  expect(screen.getAllByRole('row')).toHaveLength(MEMBERS.length + 1);
});

test('never read differs from none', async () => {
  await open();
  expect(screen.queryByText('This Collective has no members.')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
