import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { WithHeadSlot } from '../components/head-slot.tsx';
import { createQueryClient } from '../api/query-client.ts';
import type { Stories } from './story.ts';

/** A cache whose reads stay pending, unless they were seeded. */
function createStillClient(): QueryClient {
  const client = createQueryClient(() => {});
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({
    queries: { ...queries, enabled: false, staleTime: Infinity, retryOnMount: false },
  });
  return client;
}

interface StoryFrameProps {
  seed: Stories['seed'];
  draw: () => ReactNode;
}

/** Renders one state with its own cache and router. */
export function StoryFrame({ seed, draw }: StoryFrameProps) {
  const [{ client, router }] = useState(() => {
    const cache = createStillClient();
    seed?.(cache);
    const rootRoute = createRootRoute({ component: draw, notFoundComponent: draw });
    return {
      client: cache,
      router: createRouter({ routeTree: rootRoute, history: createMemoryHistory() }),
    };
  });
  return (
    <QueryClientProvider client={client}>
      <WithHeadSlot>
        <RouterProvider router={router} />
      </WithHeadSlot>
    </QueryClientProvider>
  );
}
