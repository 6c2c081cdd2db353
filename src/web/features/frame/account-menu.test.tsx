import { useLocation } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { problem } from '../../testing/samples.ts';
import { AccountButton } from './rail.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

function Where() {
  return <output aria-label="Address">{useLocation().href}</output>;
}

async function signOut(code: string): Promise<void> {
  const body = JSON.stringify(problem(code, 503).problem);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 503 })));
  await show(
    <>
      <AccountButton collapsed={false} />
      <Where />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

test('a sign-out that could not be stored leads to the sign-in page, which explains it', async () => {
  sessionStorage.setItem('draft', 'private');
  await signOut('sign_out_not_stored');
  await vi.waitFor(() => {
    expect(screen.getByLabelText('Address').textContent).toMatch(/^\/sign-in\?unstored=/);
  });
  expect(sessionStorage.getItem('draft')).toBeNull();
  // The server has cleared the site's data: the colours are stored again.
  expect(localStorage.getItem('gridhelm-mode')).toBe('system');
});

test('a failed sign-out stays on the page', async () => {
  await signOut('internal');
  expect((await screen.findByRole('alert')).textContent).toContain('Not signed out');
  expect(screen.getByLabelText('Address').textContent).toBe('/');
});
