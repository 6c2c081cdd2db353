import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '../../../contract/console/session.ts';
import { energySample, FLEET_ENERGY } from '../../testing/energy-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { Seeded, signedInAs } from '../../testing/story-states.tsx';
import { CollectiveRows } from './collective-rows.tsx';
import { rowsThatFit } from './rows-that-fit.ts';

function rows(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: uuid(900 + at),
    name: `Depot ${at + 1}`,
    type: 'Fleet',
    entities: 60,
    lastBatch: null,
    next: null,
    others: null,
    energy: energySample(520, {
      leftOut: { ...FLEET_ENERGY.leftOut, week: { otherUnits: 3, withoutEnergy: 0 } },
    }),
  }));
}

const shownTo = (role: Role) =>
  show(
    <Seeded seeds={[signedInAs(role)]}>
      <CollectiveRows rows={rows(2)} collectives={2} energy={null} />
    </Seeded>,
  );

const names = () => screen.getAllByRole('link', { name: /^Depot \d+$/ }).length;

test('a common screen has room for three Collectives, a taller one for more', () => {
  expect([600, 900, 941, 942, 1080].map(rowsThatFit)).toEqual([3, 3, 3, 4, 7]);
});

test('Collectives that do not fit are shown on demand, and have their own page', async () => {
  window.innerHeight = 900;
  await show(<CollectiveRows rows={rows(12)} collectives={40} energy={null} />);
  expect(names()).toBe(3);
  const more = screen.getByRole('button', { name: 'Show 9 more' });
  fireEvent.click(more);
  expect(names()).toBe(12);
  // The same button, still focused, hides them again.
  expect(more.textContent).toBe('Show fewer');
  fireEvent.click(more);
  expect(names()).toBe(3);
  expect(screen.getByRole('link', { name: 'All 40 Collectives' })).toBeTruthy();
});

test('without hidden Collectives there is no button', async () => {
  window.innerHeight = 900;
  await show(<CollectiveRows rows={rows(3)} collectives={3} energy={null} />);
  expect(names()).toBe(3);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^All/ })).toBeNull();
});

test('columns reserve their space before they have content', async () => {
  const unread = rows(2).map((row) => ({ ...row, energy: null }));
  await show(<CollectiveRows rows={unread} collectives={2} energy={null} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Energy, 7 days', 'Last batch', 'Outcome', 'Next plan']),
  );
});

test('what a sum leaves out has its own line', async () => {
  await show(<CollectiveRows rows={rows(1)} collectives={1} energy={null} />);
  expect(screen.getByText('+3 not counted').tagName).toBe('SPAN');
});

test('offers a dispatch to operators who may send one', async () => {
  await shownTo('operator');
  expect(screen.getAllByRole('link', { name: /^Dispatch to/ })).toHaveLength(2);
});

test('offers a viewer no dispatch', async () => {
  await shownTo('viewer');
  expect(names()).toBe(2);
  expect(screen.queryByRole('link', { name: /^Dispatch to/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});
