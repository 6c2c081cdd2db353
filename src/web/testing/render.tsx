import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { THEMED } from '../theme/theme.ts';

/** Renders a component as the console does, with theme, cache and a router for its links. */
export async function show(ui: ReactNode): Promise<void> {
  const rootRoute = createRootRoute({ component: () => <div data-testid="shown">{ui}</div> });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <ThemeProvider {...THEMED}>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await screen.findByTestId('shown');
}
