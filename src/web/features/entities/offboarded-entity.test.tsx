import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { query } from '../../api/query.ts';
import { OffboardedContext } from '../../components/read.tsx';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, Seeded } from '../../testing/story-states.tsx';
import { SettingsTab } from './settings-tab.tsx';

const ID = uuid(77);
const OF = { params: { entityId: ID } };
const READ = asOperator(
  answered(query(ENDPOINTS.listFeatures, OF), [
    { feature: 'CaptureChargeSessions', isEnabled: true },
  ]),
  answered(query(ENDPOINTS.getBatteryCapacity, OF), { batteryCapacity: 64 }),
);
const REASON = /offboarded: the Service no longer knows it/;

const draw = (isOffboarded: boolean) =>
  show(
    <Seeded seeds={[READ]}>
      <OffboardedContext value={isOffboarded}>
        <SettingsTab entityId={ID} />
      </OffboardedContext>
    </Seeded>,
  );

/** Whether each control that changes the Entity is enabled. */
function usable(): boolean[] {
  const switches = screen.getAllByRole('switch');
  const set = screen.getByRole('button', { name: 'Set the capacity' });
  return [...switches, set].map((control) => !control.matches(':disabled'));
}

test('an offboarded Entity cannot be switched or set, and the page says why', async () => {
  await draw(true);
  expect(usable()).toEqual([false, false]);
  expect(screen.getByText(REASON)).toBeTruthy();
});

test('any other Entity can be changed', async () => {
  await draw(false);
  expect(usable()).toEqual([true, true]);
  expect(screen.queryByText(REASON)).toBeNull();
});
