import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MapSearch } from '../features/map/map-search.ts';
import { useSearchChange } from './use-search-change.ts';

afterEach(cleanup);

const isStep = (change: Partial<MapSearch>) => 'odd' in change;

test('the back button undoes steps, but not the changes before them', async () => {
  const root = createRootRoute();
  function Page() {
    const onSearch = useSearchChange<MapSearch>({ isStep });
    return (
      <>
        <button type="button" onClick={() => onSearch({ q: 'van' })}>
          filter
        </button>
        <button type="button" onClick={() => onSearch({ odd: '1' })}>
          show the rest
        </button>
      </>
    );
  }
  const map = createRoute({
    getParentRoute: () => root,
    path: '/map',
    validateSearch: MapSearch,
    component: Page,
  });
  const router = createRouter({
    routeTree: root.addChildren([map]),
    history: createMemoryHistory({ initialEntries: ['/map'] }),
  });
  const shows = (search: MapSearch) =>
    waitFor(() => expect(router.state.location.search).toEqual(search));
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByText('filter'));
  await shows({ q: 'van' });
  expect(router.history.length).toBe(1);
  fireEvent.click(screen.getByText('show the rest'));
  await shows({ q: 'van', odd: '1' });
  router.history.back();
  await shows({ q: 'van' });
});
