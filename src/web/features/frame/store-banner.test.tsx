import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noteStoreState } from '../../api/store-state.ts';
import { StoreBanner } from './store-banner.tsx';

afterEach(() => {
  noteStoreState('ok');
});

test.each([
  ['unwritable', /cannot write to its disk/, /nothing can be sent or changed/],
  ['no-changes', /nearly full/, /nothing can be sent or changed/],
  ['no-reads', /nearly full/, /Nothing is read in the background/],
] as const)(
  'shows what does not work while the store is %s, then disappears',
  (state, title, text) => {
    render(<StoreBanner />);
    expect(screen.queryByText(title)).toBeNull();
    act(() => noteStoreState(state));
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    act(() => noteStoreState('ok'));
    expect(screen.queryByText(title)).toBeNull();
  },
);
