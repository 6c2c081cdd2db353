import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SessionAnswer } from '../../contract/console/session.ts';
import { enterSession } from '../api/session.ts';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { SignInSearch } from '../features/session/sign-in-search.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: SignInSearch,
  component: Page,
});

function Page() {
  const client = useQueryClient();
  const router = useRouter();
  const onEntered = useCallback(
    async (answer: SessionAnswer, href: string) => {
      enterSession(client, answer);
      await router.navigate({ href, replace: true });
    },
    [client, router],
  );
  return <SignInPage search={Route.useSearch()} onEntered={onEntered} />;
}
