import { afterEach, expect, test } from 'vitest';
import { MODE_KEY, setColorMode } from './color-mode.ts';

const scheme = () => document.documentElement.dataset['scheme'];

afterEach(() => setColorMode('system'));

test('chosen colors are shown and stored', () => {
  setColorMode('dark');
  expect(scheme()).toBe('dark');
  expect(localStorage.getItem(MODE_KEY)).toBe('dark');
  setColorMode('light');
  expect(scheme()).toBe('light');
});

test('the colors follow another window’s choice, and the system if nothing is chosen', () => {
  setColorMode('dark');
  localStorage.setItem(MODE_KEY, 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: MODE_KEY }));
  expect(scheme()).toBe('light');
  localStorage.removeItem(MODE_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: MODE_KEY }));
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  expect(scheme()).toBe(system);
});
