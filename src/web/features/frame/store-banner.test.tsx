import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noteWritable } from '../../api/store-state.ts';
import { StoreBanner } from './store-banner.tsx';

afterEach(() => {
  noteWritable(true);
});

test('says that nothing can be sent while the server cannot write, and then disappears', () => {
  render(<StoreBanner />);
  const message = /cannot write to its disk/;
  expect(screen.queryByText(message)).toBeNull();
  act(() => noteWritable(false));
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByText(/nothing can be sent or changed/)).toBeTruthy();
  act(() => noteWritable(true));
  expect(screen.queryByText(message)).toBeNull();
});
