import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { PreferencesPage } from './preferences-page.tsx';

test('colors and time zone can be chosen, and the choice is marked', async () => {
  await show(<PreferencesPage />);
  const pressed = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-pressed');
  expect(pressed('UTC')).toBe('false');
  fireEvent.click(screen.getByRole('button', { name: 'UTC' }));
  expect(pressed('UTC')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(pressed('Dark')).toBe('true');
  expect(pressed('System')).toBe('false');
  const { dataset } = document.documentElement;
  expect([dataset['scheme'], localStorage.getItem('gridhelm-mode')]).toEqual(['dark', 'dark']);
  // Another window's choice is followed.
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'gridhelm-mode', newValue: 'light' }));
  });
  expect(dataset['scheme']).toBe('light');
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
});
