import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useStays } from './use-stays.ts';

afterEach(cleanup);

test('a page is no longer current once another one was requested', async () => {
  let release = (): void => {};
  const fetched = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answers: boolean[] = [];
  function Shown() {
    const stays = useStays();
    return (
      <button type="button" onClick={() => answers.push(stays())}>
        the map
      </button>
    );
  }
  const ask = () => {
    fireEvent.click(screen.getByText('the map'));
    return answers.at(-1);
  };
  const root = createRootRoute();
  const map = createRoute({ getParentRoute: () => root, path: '/map', component: Shown });
  const entity = createRoute({
    getParentRoute: () => root,
    path: '/entity',
    loader: () => fetched,
    component: () => <p>the Entity</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([map, entity]),
    history: createMemoryHistory({ initialEntries: ['/map?at=1'] }),
  });
  render(<RouterProvider router={router} />);
  await screen.findByText('the map');
  expect(ask()).toBe(true);

  const going = router.navigate({ href: '/entity' });
  await vi.waitFor(() => expect(router.latestLocation.pathname).toBe('/entity'));
  expect(ask()).toBe(false);
  release();
  await going;
  await screen.findByText('the Entity');
});
