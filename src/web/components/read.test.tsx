import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { query } from '../api/query.ts';
import { show } from '../testing/render.tsx';
import { uuid } from '../testing/samples.ts';
import { AsOf } from './as-of.tsx';
import { Read } from './read.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The answer of the console’s server to a refusal by the Service. */
const REFUSED = {
  code: 'upstream_refused',
  source: 'service',
  errors: [{ code: 'maintenance', message: 'Back at four', description: null }],
  upstreamStatus: 400,
  requestId: 'r',
};
const refusal = () => Response.json(REFUSED, { status: 400 });

function Capacity() {
  const read = useQuery(query(ENDPOINTS.getBatteryCapacity, { params: { entityId: uuid(1) } }));
  return (
    <>
      {read.data !== undefined && <AsOf read={read} what="the capacity" />}
      <Read query={read} what="the capacity">
        {({ batteryCapacity }) => <p>{batteryCapacity} kWh</p>}
      </Read>
    </>
  );
}

test('shows that it reads, then the Service’s words with a retry; what was read stays and is marked', async () => {
  const answers = [refusal(), Response.json({ batteryCapacity: 77 }), refusal()];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? new Promise(() => {})));
  await show(<Capacity />);
  expect(screen.getByRole('status', { name: 'Reading the capacity' })).toBeTruthy();
  expect(await screen.findByText(/^The capacity could not be read:/)).toBeTruthy();
  expect(screen.getByText(/Back at four/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('77 kWh')).toBeTruthy();
  expect(screen.queryByText(/could not be read/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh the capacity' }));
  expect(await screen.findByText(/^The capacity could not be read again/)).toBeTruthy();
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
  expect(screen.getByText('77 kWh')).toBeTruthy();
});
