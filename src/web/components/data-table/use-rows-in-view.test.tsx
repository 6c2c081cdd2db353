import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { DataTable } from './data-table.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

afterEach(cleanup);

const ROW = 40;

function List({ count, enabled = true }: { count: number; enabled?: boolean }) {
  const { scrollRef, indices, ...edges } = useRowsInView(count, ROW, enabled);
  const drawn = { ...edges, first: indices[0], end: (indices.at(-1) ?? -1) + 1 };
  return (
    <ul ref={scrollRef}>
      <li>{JSON.stringify(drawn)}</li>
    </ul>
  );
}

function view(): unknown {
  return JSON.parse(screen.getByRole('list').textContent);
}

/** Scrolls as a browser does: within the list. */
function scrollTo(px: number): void {
  screen.getByRole('list').scrollTop = px;
  fireEvent.scroll(screen.getByRole('list'));
}

test('an unmeasured list renders the rows of an assumed height, and some beyond', () => {
  render(<List count={1000} />);
  expect(view()).toEqual({ first: 0, end: 28, before: 0, after: 972 * ROW });
});

test('scrolling renders the rows in view, and some beyond each edge', () => {
  render(<List count={1000} />);
  scrollTo(500 * ROW + 10);
  expect(view()).toEqual({ first: 492, end: 529, before: 492 * ROW, after: 471 * ROW });
});

test('a list that became shorter renders its end before the browser has scrolled there', () => {
  const { rerender } = render(<List count={1000} />);
  scrollTo(900 * ROW);
  rerender(<List count={200} />);
  expect(view()).toEqual({ first: 172, end: 200, before: 172 * ROW, after: 0 });
});

test('a short list is rendered whole', () => {
  render(<List count={1000} enabled={false} />);
  expect(view()).toEqual({ first: 0, end: 1000, before: 0, after: 0 });
});

test('paper has every row of a long table, as soon as the browser has said that it prints', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `row ${at}`);
  const columns = [{ key: 'name', header: 'Name', cell: (row: string) => row }];
  await show(<DataTable label="Rows" columns={columns} rows={rows} rowKey={(row) => row} />);
  const drawn = () => screen.getAllByText(/^row \d+$/).length;
  expect(drawn()).toBeLessThan(rows.length);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(drawn()).toBe(rows.length);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(drawn()).toBeLessThan(rows.length);
});
