import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MembershipNews, Sighting } from '../../../contract/console/membership.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { MembershipView, type MembershipAct } from './membership-view.tsx';

const AT = '2026-03-02T10:00:00Z';
const sighting = (last: number, change: Partial<Sighting> = {}): Sighting => ({
  entityId: uuid(last),
  name: `Device ${last}`,
  type: 'EV',
  state: 'pending',
  batches: 1,
  removals: 0,
  firstSeenAt: AT,
  lastSeenAt: AT,
  decided: null,
  ...change,
});
const decided = { at: AT, by: null };

async function view(news: Partial<MembershipNews>, denial: string | null = null) {
  const onAct = vi.fn<(act: MembershipAct) => void>();
  await show(
    <MembershipView
      news={{ sightings: [], leaving: null, asOf: AT, ...news }}
      denial={denial}
      deciding={false}
      onAct={onAct}
    />,
  );
  return onAct;
}

test('Entities named by answers can be confirmed or dismissed, one by one and together', async () => {
  const onAct = await view({ sightings: [sighting(1), sighting(2, { batches: 0, removals: 1 })] });
  const panel = screen.getByRole('region', { name: 'Seen in answers, not in the directory' });
  const rows = within(panel).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('named by the answer to 1 batch,');
  expect(rows[1]?.textContent).toContain('named by the answer to 1 removal of a member,');
  fireEvent.click(within(panel).getByRole('button', { name: 'Confirm Device 1' }));
  expect(onAct).toHaveBeenLastCalledWith({ entityIds: [uuid(1)], act: 'confirm' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Dismiss Device 2' }));
  expect(onAct).toHaveBeenLastCalledWith({ entityIds: [uuid(2)], act: 'dismiss' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Confirm all 2' }));
  expect(onAct).toHaveBeenLastCalledWith({ entityIds: [uuid(1), uuid(2)], act: 'confirm' });
});

test('a join can be undone, and a dismissed Entity can still be confirmed', async () => {
  const onAct = await view({
    sightings: [
      sighting(1, { state: 'joined', batches: 2, decided }),
      sighting(2, { state: 'dismissed', decided: { at: AT, by: 'Ada' } }),
    ],
  });
  expect(screen.queryByRole('region')).toBeNull();
  fireEvent.click(screen.getByText('1 Entity joined after answers, 1 Entity kept out'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo: take Device 1 out' }));
  expect(onAct).toHaveBeenLastCalledWith({ entityIds: [uuid(1)], act: 'undo' });
  expect(screen.getByText(/kept out by Ada/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm Device 2' }));
  expect(onAct).toHaveBeenLastCalledWith({ entityIds: [uuid(2)], act: 'confirm' });
});

test('an answer that leaves out many Entities asks before any is removed', async () => {
  const entities = [{ entityId: uuid(1), name: 'Device 1', type: 'EV' }];
  const onAct = await view({ leaving: { toldAt: AT, entities, members: 1 } });
  expect(screen.getByRole('heading', { name: 'An answer leaves out 1 of 1' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep them' }));
  expect(onAct).toHaveBeenLastCalledWith({ toldAt: AT, act: 'keep' });
  fireEvent.click(screen.getByRole('button', { name: 'Take 1 Entity out' }));
  expect(onAct).toHaveBeenLastCalledWith({ toldAt: AT, act: 'accept' });
});

test('without the permission to change the directory the reason is shown', async () => {
  const onAct = await view({ sightings: [sighting(1)] }, 'The role viewer may not do that.');
  expect(screen.getByText('The role viewer may not do that.')).toBeTruthy();
  const confirm = screen.getByRole('button', { name: 'Confirm Device 1' });
  expect(confirm).toHaveProperty('disabled', true);
  fireEvent.click(confirm);
  expect(onAct).not.toHaveBeenCalled();
});

test('nothing is shown if answers agree with the directory', async () => {
  await view({});
  expect(screen.getByTestId('shown').textContent).toBe('');
});
