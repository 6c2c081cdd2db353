import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CODE_MISSING } from '../../api/missing-code.ts';
import { show } from '../../testing/render.tsx';
import { PageCrash } from './page-crash.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page without its code says that the server is unreachable, and that it will open on reconnection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
  await show(<PageCrash error={new Error(CODE_MISSING)} reset={() => {}} />);
  expect(await screen.findByText(/opens as soon as the connection is back/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(/error in the page/i)).toBeNull();
});

test('any other failure is an error of the page', async () => {
  await show(<PageCrash error={new Error('rows is undefined')} reset={() => {}} />);
  expect(screen.getByText(/An error in the page itself/)).toBeTruthy();
});
