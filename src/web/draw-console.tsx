import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { SessionAnswer } from '../contract/console/session.ts';
import { pageOperator } from './api/page-operator.ts';
import { AnotherOperator } from './features/session/another-operator.tsx';
import type { Draw } from './page-root.tsx';
import { createConsole } from './router.tsx';

/**
 * Draws the console at the document's address.
 * @param entered the session of an operator who has just signed in; null: it is read
 */
export async function drawConsole(draw: Draw, entered: SessionAnswer | null): Promise<void> {
  const { router, queryClient } = createConsole(entered, (thrown) => {
    // In place of everything: what is no longer on screen can neither act nor be seen.
    queryClient.clear();
    draw(<AnotherOperator name={pageOperator()?.name ?? ''} error={thrown} />);
  });
  // The page before stays until there is something in its place.
  if (entered !== null) await router.load();
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
