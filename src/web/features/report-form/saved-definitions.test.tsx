import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SAVED_DEFINITION } from '../../testing/report-samples.ts';
import { show } from '../../testing/render.tsx';
import { SavedDefinitions } from './saved-definitions.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the reason why a viewer may run nothing describes the buttons, without repeating the page', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const body = url.startsWith('/auth/session')
      ? {
          operator: { id: 'o', name: 'Ada', role: 'viewer' },
          signIn: { demo: [], password: false, setup: false },
          embedded: true,
        }
      : { definitions: [SAVED_DEFINITION] };
    return new Response(JSON.stringify(body), { status: 200 });
  });
  await show(<SavedDefinitions onBegun={() => {}} />);
  const button = await screen.findByRole('button', { name: `Run ${SAVED_DEFINITION.name} now` });
  await waitFor(() => expect(button.getAttribute('aria-describedby')).not.toBeNull());
  const reason = await screen.findByText(/^The role viewer may not/);
  expect(reason.id).toBe(button.getAttribute('aria-describedby'));
  expect(reason.className).toBe('visually-hidden');
});
