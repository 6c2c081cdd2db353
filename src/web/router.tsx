import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { BASE } from './api/base.ts';
import { isAnotherOperator } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { NotFound } from './components/not-found.tsx';
import { PageCrash } from './features/frame/page-crash.tsx';
import { RowsSkeleton } from './components/read.tsx';
import { routeTree } from './routes/routes.tsx';
import { parseSearch, stringifySearch } from './search.ts';

function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: BASE,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: () => <RowsSkeleton what="the page" />,
    defaultErrorComponent: PageCrash,
    defaultNotFoundComponent: NotFound,
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

/**
 * Creates the router and the cache, wired so that an ended session leads to the sign-in page and back.
 * @param onAnother called with the failure that says that another operator is signed in now
 */
export function createConsole(onAnother: (thrown: unknown) => void) {
  const queryClient = createQueryClient((thrown) => {
    if (isAnotherOperator(thrown)) return onAnother(thrown);
    const { pathname, href } = router.state.location;
    if (pathname === '/sign-in') return;
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
    void router.navigate({ to: '/sign-in', search: { returnTo: href, why: 'ended' } });
  });
  const router = makeRouter(queryClient);
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    // A keyboard or screen reader continues at the new page's title, not in the old page's link.
    if (!pathChanged || fromLocation === undefined) return;
    // A dialog opened since, such as the search, keeps the focus, and so do tabs: arrow keys go on from there.
    const focused = document.activeElement;
    if (focused !== null && focused.closest('[role="dialog"], [role="tab"]') !== null) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  return { router, queryClient };
}
