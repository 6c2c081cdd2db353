import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
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

/**
 * Only styles that hide or show something reach the document: asked whether an element is visible, happy-dom matches
 * every rule with it and all that it is in.
 */
const hiding = createCache({ key: 'test' });
const { sheet } = hiding;
const insert = sheet.insert.bind(sheet);
sheet.insert = (rule) => {
  if (/@media[^{]*\{[^{]*\{[^}]*\b(display|visibility):|display:\s*none|visibility:/.test(rule))
    insert(rule);
};

/** Renders a component as the console does, with theme, cache and a router for its links. */
export async function show(ui: ReactNode): Promise<void> {
  const rootRoute = createRootRoute({ component: () => <div data-testid="shown">{ui}</div> });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  render(
    <CacheProvider value={hiding}>
      <ThemeProvider {...THEMED}>
        <QueryClientProvider client={createQueryClient(() => {})}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
  await screen.findByTestId('shown');
}
