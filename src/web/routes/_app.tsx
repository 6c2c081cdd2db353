import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { takeTab } from '../api/kept-in-tab.ts';
import { FrameCrash } from '../features/frame/page-crash.tsx';
import { DispatchSearch } from '../features/dispatch/dispatch-search.ts';
import { AppFrame } from '../features/frame/app-frame.tsx';

export const Route = createFileRoute('/_app')({
  validateSearch: DispatchSearch,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session.operator === null) {
      throw redirect({ to: '/sign-in', search: { returnTo: location.href } });
    }
    // What another operator chose, such as a report, is not shown to the next.
    if (takeTab(session.operator)) throw redirect({ to: location.pathname });
  },
  component: Frame,
  errorComponent: FrameCrash,
});

function Frame() {
  return <AppFrame dispatch={Route.useSearch()} />;
}
