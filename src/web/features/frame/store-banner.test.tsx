import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noteWritable } from '../../api/store-state.ts';
import { StoreBanner } from './store-banner.tsx';

afterEach(() => {
  noteWritable(true);
});

test('says while the server cannot write that nothing can be sent, and disappears after', () => {
  render(<StoreBanner />);
  const words = /cannot write to its disk/;
  expect(screen.queryByText(words)).toBeNull();
  act(() => noteWritable(false));
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText(/nothing can be sent or changed/)).toBeTruthy();
  act(() => noteWritable(true));
  expect(screen.queryByText(words)).toBeNull();
});
