import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FLEET_LIST_ROUTES } from '../../../contract/console/fleet-lists.ts';
import { query } from '../../api/query.ts';
import { MEMBERS } from '../../testing/collective-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, Seeded, signedInAs, type Seed } from '../../testing/story-states.tsx';
import { STORED_MEMBERS } from '../../testing/stored-list-samples.ts';
import { MembersSection } from './members-section.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => vi.unstubAllGlobals());

const open = (...seeds: readonly Seed[]) =>
  show(
    <Seeded seeds={[signedInAs('administrator'), ...seeds]}>
      <MembersSection collectiveId={uuid(900)} />
    </Seeded>,
  );
const read = query(FLEET_LIST_ROUTES.fleetMembers, { params: { id: uuid(900) } });
const stored = answered(read, STORED_MEMBERS);

test('shows stored Members with their age until the Service answers', async () => {
  await open(stored);
  expect(screen.getAllByRole('row')).toHaveLength(MEMBERS.length + 1);
  screen.getByText(/from the console’s store/);
  screen.getByText('· reading now');
});

test('never read differs from none', async () => {
  const never = { ...STORED_MEMBERS.read, state: 'never' as const, readAt: null };
  await open(answered(read, { ...STORED_MEMBERS, read: never, members: null }));
  expect(screen.queryByText('This Collective has no members.')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
