import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { enterSession, sessionQuery } from '../api/session.ts';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { SignInSearch } from '../features/session/sign-in-search.ts';

// For sessions that end while the console is open; a visitor gets `start-sign-in.tsx`.
export const Route = createFileRoute('/sign-in')({
  validateSearch: SignInSearch,
  component: Page,
});

function Page() {
  const client = useQueryClient();
  const router = useRouter();
  // Still names the operator whose session ended: another one may have signed in since, in another tab.
  const read = useCallback(() => client.fetchQuery({ ...sessionQuery, staleTime: 0 }), [client]);
  return (
    <SignInPage
      search={Route.useSearch()}
      read={read}
      onEntered={async (answer, href) => {
        enterSession(client, answer);
        await router.navigate({ href, replace: true });
      }}
    />
  );
}
