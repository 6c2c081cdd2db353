import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Overview } from '../../../contract/console/overview.ts';
import type { Role } from '../../../contract/console/session.ts';
import { show } from '../../testing/render.tsx';
import { Seeded, signedInAs } from '../../testing/story-states.tsx';
import { setPreferences } from '../../theme/preferences.ts';
import { FirstSteps } from './first-steps.tsx';

type Steps = Overview['steps'];
const NONE: Steps = { directory: false, read: false, dispatched: false, reported: false };
const ALL: Steps = { directory: true, read: true, dispatched: true, reported: true };

const shown = (steps: Steps, role: Role = 'operator') =>
  show(
    <Seeded seeds={[signedInAs(role)]}>
      <FirstSteps steps={steps} />
    </Seeded>,
  );
const labels = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => setPreferences({ withoutFirstSteps: [] }));

test('an empty installation shows all steps, which cannot be dismissed', async () => {
  setPreferences({ withoutFirstSteps: ['o1'] });
  await shown(NONE, 'administrator');
  expect(labels()).toEqual([
    '1Import the directory',
    '2Read the fleet',
    '3Dispatch a Command',
    '4Make a report',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('finished steps stay, ticked and without a link, beside the remaining ones', async () => {
  await shown({ ...ALL, reported: false });
  expect(labels()).toEqual([
    'Done:Import the directory',
    'Done:Read the fleet',
    'Done:Dispatch a Command',
    '4Make a report',
  ]);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Make a report']);
});

test('an operator can dismiss the steps, for themselves only', async () => {
  setPreferences({ withoutFirstSteps: ['another'] });
  await shown({ ...ALL, dispatched: false, reported: false });
  expect(labels()).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss the first steps' }));
  expect(labels()).toEqual([]);
  expect(localStorage.getItem('gridhelm-preferences')).toContain('["another","o1"]');
});

test('Entities added after all steps were done do not restart them', async () => {
  await shown(ALL);
  expect(localStorage.getItem('gridhelm-preferences')).toContain('["o1"]');
});

test('a step without permission has no link, and a role with no steps sees none', async () => {
  await shown(NONE, 'viewer');
  const link = (name: string) => screen.queryByRole('link', { name });
  expect(link('Read the fleet')).toBeTruthy();
  expect(link('Dispatch a Command')).toBeNull();
  expect(screen.queryAllByTitle('The role viewer may not send Commands.')).toHaveLength(1);
});

test('a viewer of a fleet that was read sees no steps', async () => {
  await shown({ ...ALL, dispatched: false, reported: false }, 'viewer');
  expect(labels()).toEqual([]);
});
