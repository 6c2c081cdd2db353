import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Collective } from '../../../contract/collective.ts';
import { show } from '../../testing/render.tsx';
import { entity, uuid } from '../../testing/samples.ts';
import { DifferenceView } from './difference-view.tsx';

const known = [entity(1, 'EV'), entity(2, 'EV'), entity(3, 'EV')];
const answer = (entities: readonly string[]) => Collective.parse({ id: uuid(900), entities });

test('shows what the directory applied, and leaves the rest to the page of the Collective', async () => {
  await show(
    <DifferenceView known={known} answer={answer([uuid(1), uuid(2)])} news={{ leaving: null }} />,
  );
  expect(screen.getByText('1 Entity left the Collective:')).toBeTruthy();
  expect(screen.getByText('The directory has applied this.')).toBeTruthy();
});

test('does not call an answer applied if it leaves out too many or has unknown Entities', async () => {
  const leaving = { toldAt: '2026-03-02T10:00:00Z', entities: [], members: 3 };
  await show(<DifferenceView known={known} answer={answer([uuid(9)])} news={{ leaving }} />);
  expect(screen.getByText('3 Entities would leave the Collective:')).toBeTruthy();
  expect(screen.getByText(/the directory has not applied it/).textContent).toContain(
    'is added once it is confirmed or named again',
  );
  expect(screen.queryByText(/has applied this/)).toBeNull();
});

test('claims nothing if the directory’s reaction is unknown', async () => {
  await show(<DifferenceView known={known} answer={answer([])} news={undefined} />);
  expect(screen.getByText(/could not be read/)).toBeTruthy();
});
