import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EarlyKeys } from './early-keys.tsx';

afterEach(cleanup);

test('keeps text typed before the search has loaded, but not keys with Ctrl', () => {
  let text = '';
  render(
    <EarlyKeys
      onEdit={(edit) => {
        text = edit(text);
      }}
    />,
  );
  for (const key of ['v', 'a', 'x', 'Backspace', 'n', 'Enter', ' ', '2', 'Escape']) {
    fireEvent.keyDown(document.body, { key });
  }
  expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);
  expect(text).toBe('van 2');
});
