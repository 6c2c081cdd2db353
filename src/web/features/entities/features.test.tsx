import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { FeatureSwitch } from './features.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Answers the change on request, and everything else with an empty capacity. */
function serve() {
  let answer: (response: Response) => void = () => {};
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    if (init.method !== 'PATCH') {
      return Promise.resolve(new Response('{"batteryCapacity":null}', { status: 200 }));
    }
    asked.push(typeof init.body === 'string' ? init.body : '');
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  return { asked, answer: (response: Response) => answer(response) };
}

function draw() {
  return show(
    <ul>
      <FeatureSwitch
        entityId={uuid(1)}
        feature={{ feature: 'Something else', isEnabled: false }}
        denied={false}
        onOpenBattery={() => {}}
      />
    </ul>,
  );
}

test('the requested state is shown at once, and reverts with the Service’s message if refused', async () => {
  const service = serve();
  await draw();
  const control = screen.getByRole('switch', { name: 'Something else' });
  fireEvent.click(control);
  await waitFor(() => expect(screen.getByText(/has not answered yet/)).toBeTruthy());
  expect(control).toHaveProperty('checked', true);
  expect(service.asked).toEqual(['{"feature":"Something else","enabled":true}']);

  // Another click while it is pending sends nothing.
  fireEvent.click(control);
  const errors = [{ code: null, message: 'Set the capacity first', description: null }];
  const body = { code: 'upstream_refused', source: 'service', errors, upstreamStatus: 400 };
  service.answer(new Response(JSON.stringify({ ...body, requestId: 'r' }), { status: 400 }));
  await waitFor(() => expect(control).toHaveProperty('checked', false));
  expect(screen.getByRole('alert').textContent).toContain('Something else stays off');
  expect(screen.getByRole('alert').textContent).toContain('Set the capacity first');
  expect(service.asked).toHaveLength(1);
});
