import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilterField } from './filter-field.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function field(): HTMLElement {
  return screen.getByRole('searchbox', { name: 'Filter' });
}

function type(value: string): void {
  fireEvent.change(field(), { target: { value } });
}

test('reports the typed text once typing pauses', () => {
  const onChange = vi.fn<(value: string) => void>();
  render(<FilterField label="Filter" value="" onChange={onChange} />);
  type('v');
  type('van');
  expect(onChange).not.toHaveBeenCalled();
  act(() => {
    vi.runAllTimers();
  });
  expect(onChange).toHaveBeenCalledExactlyOnceWith('van');
});

test('a late echo of its own value does not overwrite typing', () => {
  const { rerender } = render(<FilterField label="Filter" value="" onChange={() => {}} />);
  type('va');
  act(() => {
    vi.runAllTimers();
  });
  type('van');
  rerender(<FilterField label="Filter" value="va" onChange={() => {}} />);
  expect(field()).toHaveProperty('value', 'van');
});

test('shows a value from a link or the back button', () => {
  const { rerender } = render(<FilterField label="Filter" value="van" onChange={() => {}} />);
  rerender(<FilterField label="Filter" value="bay" onChange={() => {}} />);
  expect(field()).toHaveProperty('value', 'bay');
});
